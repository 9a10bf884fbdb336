import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { loadPart } from '../api/connection.ts'

/** A part of a screen that is loaded when it is first shown. */
export const lazyPart = <P>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> => lazy(() => loadPart(load))

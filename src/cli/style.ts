// Colour on terminals. styleText honours NO_COLOR, FORCE_COLOR and streams that are no terminal.
import { styleText } from 'node:util'

export type Style = (format: 'bold' | 'dim' | 'red', text: string) => string

export const styleFor =
  (stream: NodeJS.WriteStream): Style =>
  (format, text) =>
    styleText(format, text, { stream })

// XML of the portal, parsed and validated by libxml2.
import { readFileSync } from 'node:fs'
import { RelaxNGValidator, XmlDocument, XsdValidator } from 'libxml2-wasm'

const read = (name: string) =>
  XmlDocument.fromString(readFileSync(new URL(`fixtures/schemas/${name}`, import.meta.url), 'utf8'))

const PREFIXES = {
  a: 'http://www.w3.org/2005/Atom',
  s: 'http://www.sitemaps.org/schemas/sitemap/0.9',
}

/** Throws where it is no Atom feed. */
export function parseAtom(text: string): XmlDocument {
  const document = XmlDocument.fromString(text)
  RelaxNGValidator.fromDoc(read('atom.rng')).validate(document)
  return document
}

/** Throws where it is neither a sitemap nor an index of some. */
export function parseSitemap(text: string): XmlDocument {
  const document = XmlDocument.fromString(text)
  XsdValidator.fromDoc(read('sitemap.xsd')).validate(document)
  return document
}

/** The texts of what the path finds. Prefixes: `a` for Atom, `s` for sitemaps. */
export const textsAt = (document: XmlDocument, path: string): string[] =>
  document.find(path, PREFIXES).map((node) => node.content)

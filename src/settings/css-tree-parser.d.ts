// The parser alone, without the data about properties that the whole package loads.
declare module 'css-tree/parser' {
  export { parse as default } from 'css-tree'
}

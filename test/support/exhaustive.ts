/** `bin/test --nightly`: all combinations and large tables, where other runs take some of them in turn and small ones. */
export const EXHAUSTIVE = process.env.EXHAUSTIVE === '1'

/** What does not succeed however often it is tried. A job that ends with it is not retried by itself. */
export class PermanentFailure extends Error {}

/** This build cannot use or upgrade the schema of the database. */
export class SchemaError extends Error {}

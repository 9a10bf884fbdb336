/** SQL of a text that differs after each change of what every page of the portal shows (db/functions/outline.sql). */
export const OUTLINE_VERSION = 'outline_version()'

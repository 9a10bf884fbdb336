// `earshot openapi`: the OpenAPI document.
import type { Command } from './command.ts'

export const openapi: Command = {
  summary: 'print the OpenAPI document',
  description:
    'Prints the OpenAPI 3.1 document that the service serves at /api/v2/openapi.json. It needs no database.',
  examples: [['earshot openapi > openapi.json', 'Write the document to a file.']],
  async run() {
    const { allOperations } = await import('../http/app.ts')
    const { openApiDocument } = await import('../http/openapi/openapi.ts')
    console.log(JSON.stringify(openApiDocument(allOperations()), null, 2))
  },
}

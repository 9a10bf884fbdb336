// `earshot openapi`: the OpenAPI document.
import type { Command } from './command.ts'

export const openapi: Command = {
  summary: 'print the OpenAPI document',
  description:
    'Prints the OpenAPI 3.1 document that the service serves at /api/v2/openapi.json, or the one at /api/end_users/openapi.json. It needs no database.',
  options: {
    'end-users': { type: 'boolean', description: 'The document of the API of end users.' },
  },
  examples: [
    ['earshot openapi > openapi.json', 'Write the document to a file.'],
    ['earshot openapi --end-users', 'Print the document of the API of end users.'],
  ],
  async run(values) {
    if (values['end-users']) {
      const { endUserOperations } = await import('../http/end-users/operations.ts')
      const { endUsersDocument } = await import('../http/openapi/end-users.ts')
      console.log(JSON.stringify(endUsersDocument(endUserOperations()), null, 2))
      return
    }
    const { allOperations } = await import('../http/app.ts')
    const { openApiDocument } = await import('../http/openapi/openapi.ts')
    console.log(JSON.stringify(openApiDocument(allOperations()), null, 2))
  },
}

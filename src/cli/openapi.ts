// `earshot openapi`: the API's description, without starting anything.
import { allOperations } from '../http/app.ts'
import { openApiDocument } from '../http/openapi.ts'
import type { Command } from './command.ts'

export const openapi: Command = {
  summary: 'print the OpenAPI document',
  help: `usage: earshot openapi

Prints the OpenAPI 3.1 document of the API, as the service serves it at /api/v2/openapi.json.`,
  options: {},
  async run() {
    // Operations are described without being called, so they need nothing of a running service.
    console.log(JSON.stringify(openApiDocument(allOperations()), null, 2))
  },
}

// The OpenAPI 3.1 document of an endpoint table.
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { z } from 'zod'
import { accessText } from '@pharmacy-relay/shared/api/access.ts'
import { documentedCodes, type Endpoint, type EndpointTable } from '@pharmacy-relay/shared/api/endpoint.ts'
import { PROBLEM_CODES, Problem } from '@pharmacy-relay/shared/problem.ts'

/** Throws when a schema cannot be described. */
export function openApiDocument(title: string, table: EndpointTable): ReturnType<typeof createDocument> {
  const paths: ZodOpenApiPathsObject = {}
  for (const [name, entry] of Object.entries(table)) {
    paths[entry.path] = { ...paths[entry.path], [entry.method.toLowerCase()]: operation(name, entry) }
  }
  return createDocument({
    openapi: '3.1.0',
    info: { title, version: 'v1', description: 'Errors are problem details (RFC 9457); `code` is stable.' },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        internalKey: { type: 'apiKey', in: 'header', name: 'X-Internal-Key' },
      },
    },
  })
}

function operation(name: string, entry: Endpoint): ZodOpenApiOperationObject {
  const request = { ...parameters(entry) }
  return {
    operationId: name,
    summary: entry.summary,
    description: whoMay(entry),
    ...(entry.access === 'public'
      ? {}
      : { security: [{ [entry.access === 'internal-key' ? 'internalKey' : 'bearer']: [] }] }),
    ...(Object.keys(request).length > 0 ? { requestParams: request } : {}),
    ...requestBody(entry),
    responses: { [entry.reply.status]: goodReply(entry), ...refusals(entry) },
  }
}

function requestBody({ body, stream, signed }: Endpoint) {
  if (signed) return { requestBody: { required: true, content: { 'application/json': {} } } }
  if (stream) return { requestBody: { required: true, content: { 'application/octet-stream': {} } } }
  if (body === null) return {}
  return { requestBody: { required: true, content: { 'application/json': { schema: body } } } }
}

/** As the table says it. */
function whoMay(entry: Endpoint): string {
  const { access, others } = entry
  if (access === 'public') return 'For everybody.'
  if (access === 'internal-key') return 'For who holds the internal key.'
  if (access === 'visitor')
    return 'For visitors of the shop: Pharmacist and Customer by their token, a stranger by X-Cart-Token.'
  if (access === 'scanner') return 'For a scanner that is paired with a workplace, by its own token.'
  const callers = access === 'signed-in' ? 'who is signed in' : accessText(entry)
  const recent = entry.recentSignIn ? ' Asks for a sign-in of the last 10 minutes.' : ''
  const about = others === null ? '' : `; about others for ${others.join(', ')}`
  return `For ${callers}${about}.${recent}`
}

function parameters(entry: Endpoint) {
  return {
    ...(entry.params instanceof z.ZodObject ? { path: entry.params } : {}),
    ...(entry.query instanceof z.ZodObject ? { query: entry.query } : {}),
    ...headerFields(entry),
  }
}

function headerFields({ versioned, idempotent, access }: Endpoint) {
  const fields = {
    ...(versioned
      ? { 'If-Match': z.string().meta({ description: 'The version that you saw, in quotes' }) }
      : {}),
    ...(idempotent
      ? {
          'Idempotency-Key': z.uuid().meta({ description: 'New for each request; the same for its repeats' }),
        }
      : {}),
    ...(access === 'visitor'
      ? { 'X-Cart-Token': z.string().optional().meta({ description: 'Of a stranger; 43 characters' }) }
      : {}),
  }
  return Object.keys(fields).length === 0 ? {} : { header: z.object(fields) }
}

function goodReply(entry: Endpoint) {
  const { bytes } = entry.reply
  if (bytes !== undefined) return { description: 'A file', content: { [bytes]: {} } }
  if (entry.reply.schema === null) return { description: 'Done' }
  return { description: 'Done', content: { 'application/json': { schema: entry.reply.schema } } }
}

/** One response per status, its description naming the codes. */
function refusals(entry: Endpoint) {
  const byStatus = new Map<number, string[]>()
  for (const code of documentedCodes(entry)) {
    const { status, title } = PROBLEM_CODES[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\`: ${title}`])
  }
  const response = (lines: string[]) => ({
    description: lines.join('; '),
    content: { 'application/problem+json': { schema: Problem } },
  })
  return Object.fromEntries([...byStatus].map(([status, lines]) => [String(status), response(lines)]))
}

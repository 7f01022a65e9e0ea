// Each API's OpenAPI document can be made: a program makes its own only when somebody asks for it.
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openApiDocument } from './openapi.ts'

test.each([
  { title: 'Identity API', table: identityApi },
  { title: 'Store API', table: storeApi },
  { title: 'Pharmacy API', table: pharmacyApi },
])('the OpenAPI document of the $title has each of its endpoints', ({ title, table }) => {
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() }))) })
    .parse(openApiDocument(title, table))
  const names = Object.values(paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  )
  expect(names.toSorted()).toEqual(Object.keys(table).toSorted())
})

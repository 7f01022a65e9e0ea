// Every request of staff has a sample that its contract and its endpoint take; who may be asked what.
import { expect, it } from 'vitest'
import { lacking } from './device-request.ts'
import { deviceRequests, requestNames } from './device-requests.ts'

it.each(requestNames)('%s has a sample that is its answer', (name) => {
  const { reply, sample, endpoint } = deviceRequests[name]
  expect(reply.parse(sample)).toEqual(sample)
  expect(endpoint.reply.schema.safeParse({ computerId: 1, answer: sample }).success).toBe(true)
})

it('asks a computer without a role, a Client and the printer computer what each can do', () => {
  const asked = (['nothing', 'role', 'printer'] as const).map((needs) =>
    ([0, 2, 1] as const).map((role) => lacking(needs, role)),
  )
  expect(asked).toEqual([
    [null, null, null],
    ['computer_no_part', null, null],
    ['computer_no_part', 'computer_no_printer', null],
  ])
})

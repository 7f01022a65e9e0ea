// Senders are strict, readers tolerant: how a schema's reader differs from it, and nothing more.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { armOf, growing, readerOf } from './wire.ts'

const Colour = growing(z.enum(['red', 'blue', 'other']), 'other').meta({ id: 'TestColour' })
const Event = growing(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('painted'), id: z.int(), colour: Colour }),
    z.strictObject({ kind: z.literal('other'), id: z.int() }),
  ]),
  'other',
)
const Message = z
  .strictObject({
    colours: z.array(Colour).max(2),
    event: Event.nullable(),
    note: z.strictObject({ text: z.string() }).optional(),
    kept: z.looseObject({ version: z.int() }),
  })
  .refine(({ colours }) => colours.length > 0)
const reader = readerOf(Message)
const message = {
  colours: ['red'],
  event: { kind: 'painted', id: 1, colour: 'blue' },
  kept: { version: 1 },
}

describe('a reader', () => {
  it.each([
    ['a field at the top', { ...message, later: 1 }, message],
    ['a field within', { ...message, note: { text: 'a', later: 1 } }, { ...message, note: { text: 'a' } }],
    ['a field of an option', { ...message, event: { ...message.event, later: 1 } }, message],
  ])('leaves out %s that it does not know, and the schema refuses it', (_what, sent, read) => {
    expect(reader.parse(sent)).toEqual(read)
    expect(Message.safeParse(sent).success).toBe(false)
  })

  it('reads a value and a kind that it does not know as their arms, and the schema refuses them', () => {
    const sent = {
      ...message,
      colours: ['red', 'violet'],
      event: { kind: 'washed', id: 2, colour: 'violet' },
    }
    expect(reader.parse(sent)).toEqual({
      ...message,
      colours: ['red', 'other'],
      event: { kind: 'other', id: 2 },
    })
    expect(Message.safeParse(sent).success).toBe(false)
  })

  it('keeps what a document that is only carried says beyond its known fields', () => {
    const sent = { ...message, kept: { version: 1, later: { a: [1] } } }
    expect(reader.parse(sent)).toEqual(sent)
  })

  it.each([
    ['a missing field', { ...message, kept: {} }],
    ['a wrong type', { ...message, colours: [1] }],
    ['what a check refuses', { ...message, colours: [] }],
    ['too many', { ...message, colours: ['red', 'red', 'red'] }],
    ['a value as long as no version has any', { ...message, colours: ['x'.repeat(101)] }],
    ['a kind without its fields', { ...message, event: { kind: 'washed' } }],
  ])('refuses %s as the schema does', (_what, sent) => {
    expect(reader.safeParse(sent).success).toBe(false)
  })

  it('is made once', () => {
    expect(readerOf(Message)).toBe(reader)
    expect(armOf(Colour)).toBe('other')
  })
})

it('An arm is one of the values', () => {
  expect(() => growing(z.enum(['red']), 'other')).toThrow('other is not one of its values')
})

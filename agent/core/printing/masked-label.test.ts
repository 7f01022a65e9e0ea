// What is left of a label when it is masked: its layout alone, whatever was written on it and however.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskedLabel } from './masked-label.ts'

describe('A masked label', () => {
  it('keeps places, sizes, lines and bar codes, and an X for each letter', () => {
    const zpl =
      '^XA^PW800^LL600^FO20,30^A0N,40,40^FDAda Lovelace^FS^FO20,90^GB300,3,3^FS^BY2^BCN,80,Y,N^FD12345^FS^XZ'
    expect(maskedLabel(zpl)).toBe(
      '^XA^PW800^LL600^FO20,30^A0N,40,40^FDXXX XXXXXXXX^FS^FO20,90^GB300,3,3^FS^BY2^BCN,80,Y,N^FD00000^FS^XZ',
    )
    expect(maskedLabel('^XA^FO1,1^BQN,2,5^FDQA,Ada 7^FS^XZ')).toBe('^XA^FO1,1^BQN,2,5^FDQA,XXX X^FS^XZ')
  })

  it.each([
    ['a picture', '^XA^FO1,1^GFA,8,8,1,ADA00ADA^FS^XZ'],
    ['a picture that was sent before', '~DGR:ADA.GRF,8,1,ADA^XA^FO1,1^XGR:ADA.GRF,1,1^FS^XZ'],
    ['a remark', '^XA^FXADA^FS^XZ'],
    ['a name as a parameter', '^XA^FOADA,1^FS^A@N,1,1,E:ADA.TTF^AADA,1^FS^XZ'],
    ['letters as numbers', '^XA^FO1,1^FH_^FD_41_44_41 ADA^FS^XZ'],
    ['text behind the label', '^XA^FO1,1^FS^XZADA'],
    ['text before it', 'ADA^XA^FO1,1^FS^XZ'],
    ['a second label', '^XA^FO1,1^FS^XZ^XA^FDADA^FS^XZ'],
    ['small commands', '^xa^fo1,1^fdADA^fs^xz'],
    ['a command of the printer within a text', '^XA^FO1,1^FDADA~DGADA^FS^XZ'],
  ])('has nothing of %s', (_what, zpl) => {
    expect(maskedLabel(zpl)).toMatch(/^\^XA/)
    expect(maskedLabel(zpl)).not.toMatch(/ada|41_44/i)
  })

  it.each(['^XA^CC!!FDADA!FS!XZ', '^XA~CT+^FDADA^FS^XZ', '^XA^FDADA^FS', 'ADA'])(
    'is none of %s: it is refused',
    (zpl) => {
      expect(() => maskedLabel(zpl)).toThrow(expect.objectContaining({ code: 'not_supported' }))
    },
  )

  const word = fc
    .string({ unit: 'grapheme', minLength: 3, maxLength: 12 })
    .filter((text) => !/[\^~X0]/.test(text))
  const command = fc.constantFrom('FD', 'FV', 'FX', 'FN', 'SN', 'GF', 'XG', 'FO', 'A@', 'ZZ', 'FC', 'TB')
  it('has only commands of layout, numbers and X, whatever commands have which words', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(command, word), { minLength: 1, maxLength: 8 }), (fields) => {
        const zpl = `^XA${fields.map(([name, text]) => `^${name}${text}`).join('')}^XZ`
        expect(maskedLabel(zpl)).toMatch(/^(?:\^(?:X[AZ]|F[DV][X0\s]*|FO[A-Z0-9.,]{0,6}))+$/i)
      }),
    )
  })
})

// A label that shows that labels come out, and where: 60 × 40 mm at 203 dpi, in ZPL.
import { ROLES, type DeviceRole } from '@pharmacy-relay/shared/device-role.ts'

export interface TestLabelFacts {
  readonly computerName: string
  readonly role: DeviceRole
  /** The printer, or the computer that has it. */
  readonly destination: string
  /** ISO 8601. */
  readonly at: string
}

/** 8 dots are a millimetre. */
const SIZE = { width: 480, height: 320 }
/** What fits into a line of the smaller font. */
const MAX_CHARACTERS = 34

/** No test label is longer. */
export const MAX_TEST_LABEL_BYTES = 2_000
/** What stands on the first line of every test label. */
const TITLE = 'TEST LABEL – not a medicine label'
const TITLE_FIELD = `^FD${escaped(TITLE)}^FS`

/** Whether it is one of ours, of this computer or of another one of the pharmacy. */
export function isTestLabel(payload: Uint8Array): boolean {
  return payload.length <= MAX_TEST_LABEL_BYTES && Buffer.from(payload).includes(TITLE_FIELD)
}

export function testLabel({ computerName, role, destination, at }: TestLabelFacts): Buffer {
  const roleName = ROLES.find(({ hub }) => hub === role)?.name ?? role
  const lines = [
    [30, 30, TITLE],
    [120, 26, `Computer: ${computerName}`],
    [160, 26, `Role: ${roleName}`],
    [200, 26, `To: ${destination}`],
    [240, 26, `Time: ${at}`],
  ] as const
  const fields = lines.map(
    ([y, font, text]) => `^FO20,${y}^A0N,${font},${Math.round(font * 0.9)}^FH_^FD${escaped(text)}^FS`,
  )
  const border = `^FO4,4^GB${SIZE.width - 8},${SIZE.height - 8},3^FS`
  return Buffer.from(
    ['^XA', '^CI28', `^PW${SIZE.width}^LL${SIZE.height}^LH0,0`, border, ...fields, '^PQ1', '^XZ', ''].join(
      '\n',
    ),
  )
}

/** Everything but plain letters, digits and harmless signs as `_` and two digits a byte of UTF-8: no text makes a command. */
function escaped(text: string): string {
  const cut = Array.from(text).slice(0, MAX_CHARACTERS).join('')
  return [...Buffer.from(cut)]
    .map((byte) => {
      const sign = String.fromCharCode(byte)
      return /[A-Za-z0-9 .,:/-]/.test(sign) ? sign : `_${byte.toString(16).padStart(2, '0').toUpperCase()}`
    })
    .join('')
}

// Who may be asked: nobody on a guess.
import { expect, test } from 'vitest'
import {
  factsAfter,
  mayAsk,
  mayAskAgain,
  speaks,
  type PrinterEvent,
  type PrinterFacts,
} from './identification.ts'

const NOTHING: PrinterFacts = { answered: null, systemModel: null, printed: [], unanswered: 0 }

test.each<[string, Partial<PrinterFacts>, ReturnType<typeof mayAsk>]>([
  ['of which nothing is known', {}, null],
  ['that answered before', { answered: 'zpl' }, 'zpl'],
  ['that answered before and is silent now', { answered: 'zpl', unanswered: 100 }, 'zpl'],
  ['that answered in the language of its payloads', { answered: 'zpl', printed: ['zpl', 'unknown'] }, 'zpl'],
  ['that answered once and prints another language now', { answered: 'zpl', printed: ['epl'] }, null],
  ['that took one ZPL payload', { printed: ['zpl'] }, null],
  ['that took two ZPL payloads', { printed: ['zpl', 'zpl'] }, 'zpl'],
  ['that took two payloads nobody could read', { printed: ['unknown', 'unknown'] }, null],
  ['that took payloads of two languages', { printed: ['zpl', 'epl', 'zpl', 'zpl'] }, null],
  ['that took EPL payloads', { printed: ['epl', 'epl'] }, 'epl'],
  ['that never answered three questions', { printed: ['zpl', 'zpl', 'zpl'], unanswered: 3 }, null],
  ['whose driver is for ZPL', { systemModel: { text: 'Zebra ZPL Label Printer' } }, 'zpl'],
  [
    'whose driver is for ZPL, with ZPL payloads',
    { systemModel: { text: 'Zebra ZPL II' }, printed: ['zpl'] },
    'zpl',
  ],
  [
    'whose driver is for ZPL, with EPL payloads',
    { systemModel: { text: 'Zebra ZPL' }, printed: ['epl'] },
    null,
  ],
  [
    'with a device id',
    { systemModel: { text: 'MFG:Zebra ;CMD:ZPL;MDL:ZTC ZD421-203dpi;CLS:PRINTER;' } },
    'zpl',
  ],
  ['with a device id of two languages', { systemModel: { text: 'MFG:Zebra;CMD:EPL,ZPL;MDL:GK420d;' } }, null],
  ['whose driver is for EPL', { systemModel: { text: 'Zebra EPL2 Label Printer' } }, 'epl'],
  ['that is an LP 2844', { systemModel: { text: 'Zebra LP 2844' } }, 'epl'],
  ['that is an LP 2844-Z', { systemModel: { text: 'Zebra LP 2844-Z' } }, null],
  ['of TSC', { systemModel: { text: 'TSC TTP-244 Plus' } }, 'tspl'],
  ['of Epson', { systemModel: { text: 'EPSON TM-T20III' } }, 'escpos'],
  ['of Epson for documents', { systemModel: { text: 'EPSON WF-3720' } }, null],
  ['of Brother for labels', { systemModel: { text: 'Brother QL-820NWB' } }, 'brother'],
  ['of Brother for documents', { systemModel: { text: 'Brother HL-L2350DW' } }, null],
  [
    'of Epson for documents, with ZPL payloads',
    { systemModel: { text: 'EPSON TM-C3500' }, printed: ['zpl', 'zpl'] },
    null,
  ],
  [
    'whose row in the table does not name what it answered in',
    { systemModel: { text: 'DYMO LabelWriter 450' }, answered: 'zpl' },
    null,
  ],
  [
    'whose row names both languages of its labels',
    { systemModel: { text: 'Zebra GK420d' }, printed: ['epl', 'epl'] },
    'epl',
  ],
  [
    'that may stand in line mode, with ZPL payloads',
    { systemModel: { text: 'Zebra QLn420' }, printed: ['zpl', 'zpl'] },
    null,
  ],
  [
    'that may stand in line mode and answered',
    { systemModel: { text: 'Zebra QLn420' }, answered: 'zpl' },
    'zpl',
  ],
  ['with an empty name', { systemModel: { text: '' } }, null],
  ['with a name that tells nothing', { systemModel: { text: 'Local Raw Printer' } }, null],
])('a printer %s', (_name, facts, language) => {
  expect(mayAsk({ ...NOTHING, ...facts })).toBe(language)
})

const printed = (language: 'zpl' | 'epl'): PrinterEvent => ({ kind: 'printed', language })
const UNANSWERED: PrinterEvent = { kind: 'unanswered' }

test.each<[string, PrinterEvent[], ReturnType<typeof mayAsk>]>([
  ['may be asked after its second label', [printed('zpl'), printed('zpl')], 'zpl'],
  [
    'is left alone after three questions without an answer, whatever it prints',
    [printed('zpl'), printed('zpl'), UNANSWERED, UNANSWERED, UNANSWERED, printed('zpl')],
    null,
  ],
  [
    'that answered once goes on being asked',
    [printed('zpl'), printed('zpl'), { kind: 'answered', language: 'zpl' }, ...Array(9).fill(UNANSWERED)],
    'zpl',
  ],
  [
    'that got another language is asked again after ten labels of its own',
    [printed('epl'), ...Array(10).fill(printed('zpl'))],
    'zpl',
  ],
  ['that got another language is not asked', [printed('epl'), ...Array(9).fill(printed('zpl'))], null],
])('a printer %s', (_name, events, language) => {
  expect(mayAsk(events.reduce(factsAfter, NOTHING))).toBe(language)
})

test.each([
  [2, 0, 'zpl'],
  [3, 14_999, null],
  [3, 15_000, 'zpl'],
  [5, 59_999, null],
  [5, 60_000, 'zpl'],
  [90, 599_999, null],
  [90, 600_000, 'zpl'],
])(
  'a printer that left %d questions without an answer is asked again after %d ms: %s',
  (unanswered, sinceMs, language) => {
    const facts: PrinterFacts = { ...NOTHING, printed: ['zpl', 'zpl'], unanswered }
    expect(mayAskAgain(facts, sinceMs)).toBe(language)
    expect(mayAskAgain({ ...facts, printed: ['zpl', 'epl'] }, sinceMs)).toBeNull()
  },
)

test.each<[string, Partial<PrinterFacts>, ReturnType<typeof speaks>]>([
  ['of which nothing is known', {}, null],
  ['that took one label', { printed: ['unknown', 'tspl', 'unknown'] }, 'tspl'],
  ['that answered in another language than its last label had', { answered: 'zpl', printed: ['epl'] }, 'zpl'],
  ['whose driver is for EPL', { systemModel: { text: 'Zebra EPL2' }, printed: ['zpl'] }, 'epl'],
  ['that answered in a language that nothing is drawn in', { answered: 'brother' }, null],
])('for a printer %s labels are drawn accordingly', (_what, facts, language) => {
  expect(speaks({ ...NOTHING, ...facts })).toBe(language)
})

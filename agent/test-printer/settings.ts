// The test printer's settings: environment variables, each also as a flag of its last word.
import { parseArgs } from 'node:util'
import { z } from 'zod'
import {
  FlagText,
  PortText,
  readSettings,
  wholeNumberText,
  type Environment,
  type SettingsOf,
  type SettingsTable,
} from '@pharmacy-relay/shared/env.ts'

const LoopbackHost = z
  .string()
  .regex(/^127(\.\d{1,3}){3}$/, 'must be a loopback address: the page has no sign-in')

export const testPrinterSettings = {
  TestPrinter__Name: {
    schema: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,59}$/, 'letters, digits, blanks, dots and hyphens'),
    help: 'What the printer is called',
    fallback: 'Test printer',
  },
  TestPrinter__RawHost: { schema: z.string().min(1), help: 'Address for labels', fallback: '127.0.0.1' },
  TestPrinter__RawPort: { schema: PortText, help: 'Port for labels; 0 picks a free one', fallback: '9100' },
  TestPrinter__TlsPort: {
    schema: z.literal('off').or(PortText),
    help: 'Port for labels within TLS, with a certificate made at the start; off has none, 0 picks a free one',
    fallback: 'off',
  },
  TestPrinter__HttpHost: {
    schema: LoopbackHost,
    help: 'Loopback address of the page',
    fallback: '127.0.0.1',
  },
  TestPrinter__HttpPort: { schema: PortText, help: 'Port of the page; 0 picks a free one', fallback: '9180' },
  TestPrinter__WhenBusy: {
    schema: z.enum(['wait', 'refuse']),
    help: 'What a second connection meets while one is served',
    fallback: 'wait',
  },
  TestPrinter__IdleSeconds: {
    schema: wholeNumberText(1, 3_600),
    help: 'A connection that brings nothing for so long is over',
    fallback: '60',
  },
  TestPrinter__SilentWhenStopped: {
    schema: FlagText,
    help: 'No ~HS while paper is out or the head is open, as in the current manual; false answers as older ones',
    fallback: 'true',
  },
  TestPrinter__IsLine: {
    schema: FlagText,
    help: 'What connects is a serial line: each format is an entry of its own, and a half one waits for its end',
    fallback: 'false',
  },
  TestPrinter__RollLabels: {
    schema: wholeNumberText(1, 100_000),
    help: 'So many labels are kept on the roll; the oldest go first',
    fallback: '10000',
  },
  TestPrinter__RollMegabytes: {
    schema: wholeNumberText(1, 4_096),
    help: 'So many MiB of labels are kept on the roll; the oldest go first',
    fallback: '256',
  },
  TestPrinter__OdometerFile: {
    schema: z.string(),
    help: 'Keeps the odometer over restarts; empty does not',
    fallback: '',
  },
} as const satisfies SettingsTable

export type TestPrinterSettings = SettingsOf<typeof testPrinterSettings>

/** `--raw-port 9101` wins over `TestPrinter__RawPort`. Throws SettingsError, and TypeError for an unknown flag. */
export function readTestPrinterSettings(
  args: readonly string[],
  environment: Environment,
): TestPrinterSettings {
  const names = Object.keys(testPrinterSettings)
  const options = Object.fromEntries(names.map((name) => [flagOf(name), { type: 'string' as const }]))
  const { values } = parseArgs({ args: [...args], options })
  const fromFlags = names.map((name) => [name, values[flagOf(name)]] as const)
  const given = fromFlags.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return readSettings(testPrinterSettings, { ...environment, ...Object.fromEntries(given) })
}

/** `TestPrinter__RawPort` → `raw-port`. */
function flagOf(name: string): string {
  return name
    .replace('TestPrinter__', '')
    .replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`)
    .toLowerCase()
}

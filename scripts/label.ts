// `npm run label -- FILE --to COUNTER-1`: sends a label as any program sends one to a label printer.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { wholeNumberText } from '@pharmacy-relay/shared/env.ts'
import { destinationOf, namesIn } from './label/destination.ts'
import { knownLabels, readLabel, type Label } from './label/label-file.ts'
import { prescriptionLabel, prescriptionNames } from './label/prescription.ts'
import { sendLabel } from './label/send.ts'
import { readDemoFile } from './start/demo-file.ts'

const USAGE = `npm run label                                    the labels that come with the test printer
npm run label -- ups --to COUNTER-1              sends one of them to a computer of the demo
npm run label -- FILE --to HOST:PORT --times 5   sends a file (- is standard input) anywhere, five times
npm run label -- --prescription turkish --save label.png
                                                 draws a made-up prescription; with --to it is sent, too

Prescriptions: ${prescriptionNames()}
--to takes the names of the demo's computers and test printers (npm run demo -- list), or HOST:PORT.
The connection is half-closed after the last byte, and the close of the other side awaited, as printers want it.
Exit codes: 0 taken, 1 not taken, 2 not understood.
`
const EXIT_NOT_TAKEN = 1
const EXIT_USAGE = 2

const Command = z.strictObject({
  file: z.string().optional(),
  to: z.string().optional(),
  times: wholeNumberText(1, 10_000).default(1),
  prescription: z.string().optional(),
  save: z.string().optional(),
  help: z.boolean().default(false),
})

process.exitCode = await run()

async function run(): Promise<number> {
  try {
    const { file, to, times, prescription, save, help } = readCommand()
    if (help) return said(USAGE, 0)
    if (prescription !== undefined) {
      const label = await prescriptionLabel(prescription, save ?? null)
      return to === undefined ? said(`${label.bytes.length} bytes of ZPL\n`, 0) : await sent(label, to, times)
    }
    if (file === undefined) return said(listOfLabels(), 0)
    return await sent(file, to, times)
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error))
  }
}

async function sent(label: Label | string, to: string | undefined, times: number): Promise<number> {
  const demo = readDemoFile(path.resolve(process.env['Data__Folder'] ?? '.data'))
  if (to === undefined) return refused(`Say where to send it: --to NAME or --to HOST:PORT. ${namesIn(demo)}`)
  const destination = destinationOf(to, demo)
  const taken = typeof label === 'string' ? await readLabel(label) : label
  const { ok, text } = await sendLabel(taken, destination, times)
  return ok ? said(`${text}\n`, 0) : refused(text, EXIT_NOT_TAKEN)
}

/** Throws Error with words. */
function readCommand(): z.infer<typeof Command> {
  const text = { type: 'string' } as const
  const options = {
    to: text,
    times: text,
    prescription: text,
    save: text,
    help: { type: 'boolean' },
  } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [file, more] = positionals
  if (more !== undefined) throw new Error(`One file at a time: ${more} is one too many.`)
  const parsed = Command.safeParse({ ...values, file })
  if (!parsed.success) throw new Error(`--times must be a whole number from 1 to 10000.`)
  return parsed.data
}

function listOfLabels(): string {
  const lines = knownLabels().map(
    ({ name, bytes }) => `  ${name.padEnd(24)}${String(bytes).padStart(7)} bytes`,
  )
  return [...lines, '', 'Send one: npm run label -- ups --to COUNTER-1', ''].join('\n')
}

function said(text: string, code: number): number {
  process.stdout.write(text)
  return code
}

function refused(text: string, code = EXIT_USAGE): number {
  process.stderr.write(`label: ${text}\n${code === EXIT_USAGE ? '  How: npm run label -- --help\n' : ''}`)
  return code
}

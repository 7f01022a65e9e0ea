// `npm run import-drugs -- FOLDER`: brings a list of drugs into the pharmacy API, all of it or nothing.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { OriginText, readSettings } from '@pharmacy-relay/shared/env.ts'
import { ListEncoding, ListSource } from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import { importList } from './drugs/import-list.ts'
import { readListFolders } from './drugs/list-files.ts'
import { faultText } from './fault.ts'
import { signInAs } from './start/demo-admin.ts'
import { readDemoFile } from './start/demo-file.ts'

const USAGE = `npm run import-drugs -- FOLDER         imports the list there: all, or nothing
npm run import-drugs -- FOLDER LATER   files in LATER go before those in FOLDER

  --check-only            says what it finds and would change, no more
  --confirm-withdrawn     more than 5 % of drugs or packs may go
  --encoding NAME         of files that are no UTF-8: windows-1252 (default),
                          windows-1254 (Turkish) or utf-8 (refuse them)
  --source NAME           whose list it is, where its files are drugs.csv and
                          packs.csv; the same name replaces the same list
  --help                  this text

The French BDPM is known by its own files (CIS_bdpm.txt and others). Works on
the platform that runs in Data__Folder (.data) as its Admin; on another one with
Import__GatewayUrl, Import__Email and Import__Password, those of an Admin
without a second factor.
Exit codes: 0 done, 1 refused or failed, 2 not understood.
`
const EXIT_FAILED = 1
const EXIT_USAGE = 2

const Command = z.strictObject({
  folders: z.array(z.string().min(1)).min(1, 'Name a folder.').max(5),
  'check-only': z.boolean().default(false),
  'confirm-withdrawn': z.boolean().default(false),
  encoding: ListEncoding.default('windows-1252'),
  source: ListSource.nullable().default(null),
})
type Command = z.infer<typeof Command>

const accessSettings = {
  Import__GatewayUrl: { schema: OriginText, help: 'Where the gateway is', fallback: null },
  Import__Email: { schema: z.string().min(3), help: 'Address of an Admin', fallback: null },
  Import__Password: {
    schema: z.string().min(1),
    help: 'Password of the Admin',
    fallback: null,
    secret: true,
  },
} as const

const say = (text: string): void => void process.stdout.write(`${text}\n`)

process.exitCode = await run()

async function run(): Promise<number> {
  const command = readCommand()
  if (typeof command === 'number') return command
  try {
    const list = readListFolders(command.folders, command.source)
    const { gatewayUrl, admin } = access()
    const { pharmacy } = await signInAs(gatewayUrl, admin)
    const order = {
      list,
      encoding: command.encoding,
      isCheckOnly: command['check-only'],
      confirmWithdrawn: command['confirm-withdrawn'],
    }
    return (await importList(pharmacy, order, say)) ? 0 : EXIT_FAILED
  } catch (error) {
    process.stderr.write(`${faultText('import-drugs', error)}\n`)
    return EXIT_FAILED
  }
}

/** An exit code where there is nothing to do. */
function readCommand(): Command | number {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        'check-only': { type: 'boolean' },
        'confirm-withdrawn': { type: 'boolean' },
        encoding: { type: 'string' },
        source: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const { help, ...options } = values
    if (help === true) {
      say(USAGE)
      return 0
    }
    const parsed = Command.safeParse({ ...options, folders: positionals })
    if (parsed.success) return parsed.data
    throw new Error(z.prettifyError(parsed.error))
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    process.stderr.write(`import-drugs: ${text}\n\n${USAGE}`)
    return EXIT_USAGE
  }
}

function access(): {
  readonly gatewayUrl: string
  readonly admin: { readonly email: string; readonly password: string }
} {
  const demo = process.env['Import__GatewayUrl'] === undefined ? demoAccess() : null
  if (demo !== null) return demo
  const settings = readSettings(accessSettings, process.env)
  const admin = { email: settings.Import__Email, password: settings.Import__Password }
  return { gatewayUrl: settings.Import__GatewayUrl, admin }
}

function demoAccess() {
  const demo = readDemoFile(path.resolve(process.env['Data__Folder'] ?? '.data'))
  const admin = demo?.users.find(({ role }) => role === 'Admin')
  return demo === null || admin === undefined ? null : { gatewayUrl: demo.gatewayUrl, admin }
}

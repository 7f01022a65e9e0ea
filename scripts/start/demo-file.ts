// `.data/demo.json`: where to look and how to sign in, for people and for tests. Readable by its owner only.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { UserRole } from '@pharmacy-relay/shared/user-role.ts'

const DemoUser = z.strictObject({ email: z.string(), password: z.string(), role: UserRole })
export type DemoUser = z.infer<typeof DemoUser>

const DemoComputer = z.strictObject({
  computerName: z.string(),
  role: z.enum(['None', 'PrinterComputer', 'Client']),
  /** The loopback address that stands for this computer's own network address. */
  rawHost: z.string(),
  tcpPort: z.int(),
})
const DemoPharmacy = z.strictObject({
  id: z.int(),
  storeId: z.string(),
  name: z.string(),
  computers: z.array(DemoComputer),
})
export type DemoPharmacy = z.infer<typeof DemoPharmacy>

const DemoPrinter = z.strictObject({
  /** Of the program too: `npm run demo -- stop central-printer`. */
  name: z.string(),
  /** Its page. */
  httpUrl: z.string(),
  rawHost: z.string(),
  tcpPort: z.int(),
})
export type DemoPrinter = z.infer<typeof DemoPrinter>

const DemoFile = z.strictObject({
  portalUrl: z.string(),
  gatewayUrl: z.string(),
  /** Absent in files of versions without one. */
  storefrontUrl: z.string().optional(),
  users: z.array(DemoUser),
  pharmacies: z.array(DemoPharmacy),
  testPrinters: z.array(DemoPrinter),
  /** What the SMS stand-in received; absent where a real provider is set up, or without the demo. */
  smsPageUrl: z.string().optional(),
  /** What the payment stand-in holds; absent as above. */
  paymentsPageUrl: z.string().optional(),
})
export type DemoFile = z.infer<typeof DemoFile>

const fileIn = (dataFolder: string): string => path.join(dataFolder, 'demo.json')

/** What the last start wrote; null when there was none. Throws Error with words when it is none of this version. */
export function readDemoFile(dataFolder: string): DemoFile | null {
  const file = fileIn(dataFolder)
  if (!existsSync(file)) return null
  const parsed = DemoFile.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success)
    throw new Error(`${file} was written by another version. Start the demo again: npm start`)
  return parsed.data
}

/** What an earlier start wrote; null when there was none. Throws in words when the file is damaged. */
export function readPrivateFile<S extends z.ZodType>(file: string, schema: S): z.output<S> | null {
  if (!existsSync(file)) return null
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    const text = `${file} is damaged. Restore it, or move the data folder away to begin anew.`
    throw new Error(text, { cause })
  }
}

export function writeDemoFile(dataFolder: string, content: DemoFile): string {
  writePrivateFile(fileIn(dataFolder), `${JSON.stringify(content, null, 2)}\n`)
  return fileIn(dataFolder)
}

/** Written whole or not at all, readable by its owner only. */
export function writePrivateFile(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text, { mode: 0o600, flush: true })
  renameSync(draft, file)
}

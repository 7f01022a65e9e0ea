// Spares a build whose files lie there already: a record says what went into them and what came out, known by its content.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Metafile } from 'esbuild'
import { z } from 'zod'

const root = path.resolve(import.meta.dirname, '../..')
const RECORDS = path.join(root, 'node_modules/.cache/builds')
/** Of every build: the versions of the bundler and of all packages, and how imports are found. */
const ALWAYS = ['package-lock.json', 'tsconfig.json', 'scripts/build/kept-build.ts']

const Digests = z.array(z.tuple([z.string(), z.string()]))
/** Absolute paths, or of files below the repository those from there, with the digests of what they hold. */
const Kept = z.object({ settings: z.string(), inputs: Digests, outputs: Digests })

export interface BuildPlace {
  /** Names the record. */
  readonly name: string
  /** Whatever a build depends on besides files. */
  readonly settings: unknown
  /** Of the records, where it is not that of the repository. */
  readonly folder?: string
}

export interface Built {
  /** Files that were read; relative ones from the repository. */
  readonly inputs: readonly string[]
  /** Absolute paths of files that were written. */
  readonly outputs: readonly string[]
}

/** What was built, without building where nothing changed since the last time: neither a file that was read nor one that was written. */
export async function keptBuild(place: BuildPlace, build: () => Promise<Built>): Promise<readonly string[]> {
  const settings = JSON.stringify(place.settings)
  const record = path.join(place.folder ?? RECORDS, `${place.name}.json`)
  const kept = await readRecord(record)
  if (kept?.settings === settings && (await isUnchanged([...kept.inputs, ...kept.outputs])))
    return kept.outputs.map(([file]) => file)
  const startedMs = Date.now()
  const { inputs, outputs } = await build()
  await keep(record, { settings, inputs: [...inputs, ...ALWAYS], outputs, startedMs })
  return outputs
}

/** Those of esbuild's inputs that are files: a plugin's modules have a name of its own before a colon. */
export function filesOf({ inputs }: Metafile): string[] {
  return Object.keys(inputs).filter((name) => !/^[\w-]{2,}:/.test(name) && name !== '<stdin>')
}

async function readRecord(file: string): Promise<z.output<typeof Kept> | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  const parsed = Kept.safeParse(JSON.parse(text))
  return parsed.success ? parsed.data : null
}

async function isUnchanged(files: z.output<typeof Digests>): Promise<boolean> {
  const same = await Promise.all(files.map(async ([file, digest]) => (await digestOf(file)) === digest))
  return same.every(Boolean)
}

interface Made extends Built {
  readonly settings: string
  readonly startedMs: number
}

/** Nothing, where a file was changed while it was built. */
async function keep(record: string, { settings, inputs, outputs, startedMs }: Made): Promise<void> {
  const changed = await Promise.all(inputs.map(async (file) => (await stat(whole(file))).mtimeMs))
  if (changed.some((ms) => ms >= startedMs)) return
  const digests = async (files: readonly string[]) =>
    Promise.all(files.map(async (file) => [file, await digestOf(file)]))
  const text = JSON.stringify({ settings, inputs: await digests(inputs), outputs: await digests(outputs) })
  await mkdir(path.dirname(record), { recursive: true })
  const draft = `${record}.${process.pid}.tmp`
  await writeFile(draft, text)
  await rename(draft, record)
}

async function digestOf(file: string): Promise<string> {
  const contents = await readFile(whole(file)).catch(() => null)
  return contents === null ? 'none' : createHash('sha1').update(contents).digest('base64url')
}

function whole(file: string): string {
  return path.resolve(root, file)
}

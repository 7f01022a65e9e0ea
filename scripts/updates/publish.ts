// Lays a version out for a web server and signs it: its files by their hash first, then the manifest that names them.
import { createHash, type KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { versionIn } from '../../agent/launcher/layout.ts'
import { LAUNCHER_PROTOCOL } from '../../agent/launcher/messages.ts'
import {
  FILES_FOLDER,
  Manifest,
  MANIFEST_FILE,
  SIGNATURE_FILE,
  type VersionFile,
} from '../../agent/core/updates/manifest.ts'
import { signatureOf } from './publisher-key.ts'

export interface Publication {
  /** The agent as it is installed: agent.mjs, release.json and what belongs to them. */
  readonly from: string
  /** What the web server serves as UpdateUrl. */
  readonly to: string
  readonly platform: string
  readonly key: KeyObject
  /** Null: one more than the manifest that is there. */
  readonly serial: number | null
  readonly rolloutPercent: number
  readonly withdrawn: readonly string[]
  /** Brings the Node of the folder too; without it the one of the installer goes on. */
  readonly withNode: boolean
  readonly publishedAt: string
}

export interface Published {
  readonly manifest: Manifest
  readonly manifestFile: string
}

/** The oldest Node on which this agent runs. */
const NEEDED_NODE = '24.0.0'
const NODE_NAMES = ['node', 'node.exe']

/** The version that was published before goes on until all is there. Throws Error in words. */
export async function publish(publication: Publication): Promise<Published> {
  const { from, platform, key, rolloutPercent, withdrawn, publishedAt } = publication
  const version = versionIn(from)
  if (version === null) throw new Error(`${from} holds no agent: agent.mjs and release.json are missing`)
  const folder = path.join(publication.to, platform)
  const files = await filesOf(publication)
  const manifest = Manifest.parse({
    product: 'pharmacy-relay-agent',
    format: 1,
    version,
    platform,
    publishedAt,
    rolloutPercent,
    withdrawn,
    serial: publication.serial ?? (await serialIn(folder)) + 1,
    needs: { node: NEEDED_NODE, launcher: LAUNCHER_PROTOCOL },
    files,
  })
  await layOut(from, path.join(folder, FILES_FOLDER), files)
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
  const manifestFile = path.join(folder, MANIFEST_FILE)
  await writeWhole(path.join(folder, SIGNATURE_FILE), Buffer.from(`${signatureOf(text, key)}\n`))
  await writeWhole(manifestFile, text)
  return { manifest, manifestFile }
}

async function filesOf({ from, withNode }: Publication): Promise<VersionFile[]> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  const names = entries.flatMap((entry) =>
    entry.isFile() ? [path.relative(from, path.join(entry.parentPath, entry.name))] : [],
  )
  const files: VersionFile[] = []
  for (const name of names.filter((one) => isPublished(one, withNode)).toSorted()) {
    const content = await readFile(path.join(from, name))
    const sha256 = createHash('sha256').update(content).digest('hex')
    const program = NODE_NAMES.includes(name) ? { isProgram: true } : {}
    files.push({ path: name.replaceAll(path.sep, '/'), bytes: content.length, sha256, ...program })
  }
  return files
}

/** The launcher is the installer's, and nobody at a pharmacy reads source maps. */
function isPublished(name: string, withNode: boolean): boolean {
  return (
    !name.startsWith('launcher.mjs') && !name.endsWith('.map') && (withNode || !NODE_NAMES.includes(name))
  )
}

async function layOut(from: string, to: string, files: readonly VersionFile[]): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const { path: name, sha256 } of files) {
    const target = path.join(to, sha256)
    if (existsSync(target)) continue
    await copyFile(path.join(from, name), `${target}.new`)
    await rename(`${target}.new`, target)
  }
}

/** 0 where nothing was published yet. Throws for a manifest that is not ours. */
async function serialIn(folder: string): Promise<number> {
  const text = await readFile(path.join(folder, MANIFEST_FILE), 'utf8').catch(() => null)
  return text === null ? 0 : Manifest.parse(JSON.parse(text)).serial
}

async function writeWhole(file: string, content: Buffer): Promise<void> {
  await writeFile(`${file}.new`, content)
  await rename(`${file}.new`, file)
}

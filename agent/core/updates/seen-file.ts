// What this computer has seen of its publisher, kept so that nothing older, or other under the same name, is taken later.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { versionsFolder } from '../../launcher/layout.ts'
import { writeWhole } from '../../launcher/state-file.ts'
import { contentDigest, type Manifest } from './manifest.ts'

export interface Seen {
  readonly serial: number
  /** Digest of the files of each version that was offered. */
  readonly contents: ReadonlyMap<string, string>
}

const NOTHING_SEEN: Seen = { serial: 0, contents: new Map() }
const MAX_VERSIONS = 100

const Document = z
  .object({ serial: z.int().min(0), contents: z.array(z.tuple([z.string(), z.string()])) })
  .transform(({ serial, contents }) => ({ serial, contents: new Map(contents) }))

/** Nothing where there is no file, or none that can be read. */
export function loadSeen(dataFolder: string): Seen {
  try {
    return Document.parse(JSON.parse(readFileSync(seenFile(dataFolder), 'utf8')))
  } catch {
    return NOTHING_SEEN
  }
}

/** On the disk when it returns. Throws when it cannot be written. */
export function keepSeen(dataFolder: string, seen: Seen, { serial, version, files }: Manifest): void {
  const contents = new Map(seen.contents).set(version, contentDigest(files))
  if (serial === seen.serial && contents.size === seen.contents.size) return
  const newest = [...contents].slice(-MAX_VERSIONS)
  writeWhole(seenFile(dataFolder), `${JSON.stringify({ serial, contents: newest })}\n`)
}

function seenFile(dataFolder: string): string {
  return path.join(versionsFolder(dataFolder), 'seen.json')
}

// What package-lock.json says of a package: its version and the digest of its archive.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { repository } from '../command.ts'

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), integrity: z.string().optional() }),
  ),
})

export interface LockedPackage {
  readonly version: string
  /** Subresource integrity: `sha512-` and Base64. */
  readonly integrity: string
}

/** Throws Error when the lockfile does not name the package with a digest. */
export async function lockedPackage(name: string): Promise<LockedPackage> {
  const text = await readFile(path.join(repository, 'package-lock.json'), 'utf8')
  const found = Lockfile.parse(JSON.parse(text)).packages[`node_modules/${name}`]
  if (found?.version === undefined || found.integrity === undefined)
    throw new Error(`package-lock.json has no version and digest of ${name}`)
  return { version: found.version, integrity: found.integrity }
}

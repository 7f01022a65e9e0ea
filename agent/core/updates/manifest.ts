// What a publisher signs: one version for one platform, every file of it by its hash, and who gets it.
//
//   <UpdateUrl>/<platform>/manifest.json, manifest.json.sig     written by `npm run sign-update`
//   <UpdateUrl>/<platform>/files/<sha256>
import { createHash } from 'node:crypto'
import { AgentVersion } from '@pharmacy-relay/shared/device.ts'
import { Instant } from '@pharmacy-relay/shared/ids.ts'
import { z } from 'zod'

export const MANIFEST_FILE = 'manifest.json'
/** Beside it: its signature in Base64. */
export const SIGNATURE_FILE = 'manifest.json.sig'
export const FILES_FOLDER = 'files'
export const MAX_MANIFEST_BYTES = 1_048_576
/** Of all files of a version. */
export const MAX_VERSION_BYTES = 512 * 1_048_576

/** `linux-x64`, `win32-x64` and so on, as Node names them. */
export const Platform = z.string().regex(/^(linux|win32|darwin)-(x64|arm64)$/)

/** Relative, with `/`, no part of it empty, `.` or `..`, so that it can lead nowhere else. */
const FilePath = z
  .string()
  .max(200)
  .regex(/^(?!.*(^|\/)\.{1,2}(\/|$))[\w@.+-]+(\/[\w@.+-]+)*$/)

export const VersionFile = z.object({
  path: FilePath,
  bytes: z.int().min(0).max(MAX_VERSION_BYTES),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Started as a program: a Node of the version's own. */
  isProgram: z.boolean().optional(),
})
export type VersionFile = z.infer<typeof VersionFile>

/** A field that a later publisher adds is passed over; a format that older agents would misread has another number. */
export const Manifest = z.object({
  product: z.literal('pharmacy-relay-agent'),
  format: z.literal(1),
  /** Rises with every manifest, also where the version stays: one that was replaced cannot be offered again. */
  serial: z.int().min(1).max(2_147_483_647),
  version: AgentVersion,
  publishedAt: Instant,
  platform: Platform,
  /** What only an installer brings. */
  needs: z.object({ node: AgentVersion, launcher: z.int().min(1) }),
  /** So many of 100 computers take it by themselves; 0 stops it. */
  rolloutPercent: z.int().min(0).max(100),
  /** Computers that run one of these go back, where nothing newer is offered. */
  withdrawn: z.array(AgentVersion).max(50),
  files: z.array(VersionFile).min(1).max(5_000).check(z.refine(areApart), z.refine(fitTogether)),
})
export type Manifest = z.infer<typeof Manifest>

/** Windows and macOS have one file for names in either case. */
function areApart(files: readonly VersionFile[]): boolean {
  return new Set(files.map(({ path }) => path.toLowerCase())).size === files.length
}

function fitTogether(files: readonly VersionFile[]): boolean {
  return bytesOf(files) <= MAX_VERSION_BYTES
}

export function bytesOf(files: readonly VersionFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** What tells two contents of one version apart, as 64 hexadecimal digits. */
export function contentDigest(files: readonly VersionFile[]): string {
  const rows = files.map(({ path, bytes, sha256 }) => JSON.stringify([path, bytes, sha256])).toSorted()
  return createHash('sha256').update(rows.join('\n')).digest('hex')
}

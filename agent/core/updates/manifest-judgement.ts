// What an agent does about a manifest that its publisher signed. Pure.
import { createHash } from 'node:crypto'
import type { UpdateFault } from '@pharmacy-relay/shared/update-codes.ts'
import type { VersionFailure } from '../../launcher/launcher-state.ts'
import { compareVersions } from '../../launcher/version-order.ts'
import { contentDigest, type Manifest } from './manifest.ts'
import type { Seen } from './seen-file.ts'

export interface JudgedBy {
  readonly running: string
  /** To go back to; null when there is none. */
  readonly previous: string | null
  readonly platform: string
  readonly node: string
  readonly launcherProtocol: number
  readonly installId: string
  readonly seen: Seen
  readonly failures: readonly VersionFailure[]
  readonly nowMs: number
  /** A person asked for it: what failed here is tried again. */
  readonly isAsked: boolean
}

export type Judgement =
  | { readonly kind: 'take' }
  /** Go back: the publisher withdrew what runs. */
  | { readonly kind: 'back' }
  /** Nothing that this computer has not; or not now, for a reason that is known already. */
  | { readonly kind: 'nothing' }
  /** Newer, and not for this computer yet. */
  | { readonly kind: 'later' }
  | { readonly kind: 'refused'; readonly code: UpdateFault; readonly detail: string }

/** By itself a version is tried so often, with so long between. */
const MAX_TRIES = 3
const TRY_AGAIN_MS = 6 * 3_600_000

export function judgeManifest(manifest: Manifest, by: JudgedBy): Judgement {
  const refusal = refusalOf(manifest, by)
  if (refusal !== null) return refusal
  const { version, withdrawn, rolloutPercent } = manifest
  const isNewer = compareVersions(version, by.running) > 0
  const isTaken = isNewer && !withdrawn.includes(version)
  const isHere = isTaken && isInRollout(version, by, rolloutPercent)
  if (isHere && isDue(version, by)) return TAKE
  const mayGoBack = by.previous !== null && !withdrawn.includes(by.previous)
  if (withdrawn.includes(by.running) && mayGoBack) return { kind: 'back' }
  return isTaken && !isHere ? { kind: 'later' } : NOTHING
}

const TAKE: Judgement = { kind: 'take' }
const NOTHING: Judgement = { kind: 'nothing' }

function refusalOf({ serial, version, platform, needs, files }: Manifest, by: JudgedBy): Judgement | null {
  const { seen } = by
  if (platform !== by.platform) return refused('other_platform', `it is for ${platform}`)
  if (serial < seen.serial) return refused('older', `serial ${serial}, and ${seen.serial} was seen`)
  if (compareVersions(version, by.running) < 0) return refused('older', `${version}, and ${by.running} runs`)
  const known = seen.contents.get(version)
  if (known !== undefined && known !== contentDigest(files))
    return refused('changed', `${version} was seen with other files`)
  if (compareVersions(version, by.running) === 0) return null
  if (compareVersions(needs.node, by.node) > 0)
    return refused('needs_installer', `it needs Node ${needs.node}`)
  if (needs.launcher > by.launcherProtocol) return refused('needs_installer', 'it needs a newer launcher')
  return null
}

function refused(code: UpdateFault, detail: string): Judgement {
  return { kind: 'refused', code, detail }
}

/** A computer keeps its place for a version, so that a rising share takes in others. 0 stops it for everybody. */
function isInRollout(version: string, { installId, isAsked }: JudgedBy, percent: number): boolean {
  if (isAsked && percent > 0) return true
  const place = createHash('sha256').update(`${installId} ${version}`).digest().readUInt32BE(0) % 100
  return place < percent
}

function isDue(version: string, { failures, nowMs, isAsked }: JudgedBy): boolean {
  const failure = failures.find((one) => one.version === version)
  if (failure === undefined || isAsked) return true
  if (failure.code === 'left' || failure.code === 'withdrawn' || failure.times >= MAX_TRIES) return false
  const agoMs = nowMs - Date.parse(failure.at)
  // Before it: the clock was wrong then, or is now.
  return agoMs < 0 || agoMs >= TRY_AGAIN_MS
}

// One look at what the publisher offers: fetched, its signature checked, judged, and remembered.
import { loadSeen, keepSeen } from './seen-file.ts'
import type { Manifest } from './manifest.ts'
import { judgeManifest, type JudgedBy, type Judgement } from './manifest-judgement.ts'
import { UpdateError } from './update-error.ts'
import { signedManifest, type SourceParts } from './update-source.ts'

export interface CheckParts extends SourceParts {
  readonly dataFolder: string
  readonly judgedBy: Omit<JudgedBy, 'seen'>
}

export interface Found {
  readonly manifest: Manifest
  readonly judgement: Exclude<Judgement, { readonly kind: 'refused' }>
}

/** Throws UpdateError; what is refused is not remembered. */
export async function checkOnce({ dataFolder, judgedBy, ...source }: CheckParts): Promise<Found> {
  const manifest = await signedManifest(source)
  const seen = loadSeen(dataFolder)
  const judgement = judgeManifest(manifest, { ...judgedBy, seen })
  if (judgement.kind === 'refused') throw new UpdateError(judgement.code, judgement.detail)
  keepSeen(dataFolder, seen, manifest)
  return { manifest, judgement }
}

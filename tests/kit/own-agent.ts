// The agent's bundle in a folder of its own: somebody may build another one while a campaign runs.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { buildAgent, type BuiltAgent } from '../../scripts/build/build-agent.ts'

/** Campaigns beside each other in one process take copies of one build. */
let building: Promise<BuiltAgent> | null = null

export async function ownAgent(): Promise<{ readonly file: string; readonly remove: () => void }> {
  const built = await (building ??= buildAgent())
  const from = path.dirname(built.file)
  // Below the built one, so that it finds its packages.
  const folder = mkdtempSync(path.join(from, 'campaign-'))
  for (const name of readdirSync(from).filter((one) => one.endsWith('.mjs')))
    cpSync(path.join(from, name), path.join(folder, name))
  return {
    file: path.join(folder, path.basename(built.file)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

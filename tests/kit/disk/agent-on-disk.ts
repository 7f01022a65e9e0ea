// The agent's bundle on another disk: the same files, but for the thread that owns the spool's.
import path from 'node:path'
import { build } from 'esbuild'
import { ownAgent } from '../own-agent.ts'

/** `slow`: a flush takes longer, as spool-slow-worker.ts says. `counting`: what is written is counted (counts-file.ts). */
export type OtherDisk = 'slow' | 'counting'

/** In a folder of its own. */
export async function agentOnDisk(disk: OtherDisk): ReturnType<typeof ownAgent> {
  const agent = await ownAgent()
  await build({
    entryPoints: [path.resolve(import.meta.dirname, `spool-${disk}-worker.ts`)],
    outfile: path.join(path.dirname(agent.file), 'spool-worker.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    logLevel: 'warning',
    external: ['better-sqlite3', 'koffi', 'serialport'],
  })
  return agent
}

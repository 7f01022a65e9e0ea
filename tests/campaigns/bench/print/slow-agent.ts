// The agent's bundle on a disk whose flush takes longer: the same files, but for the thread that owns the spool's.
import path from 'node:path'
import { build } from 'esbuild'
import { ownAgent } from '../../../kit/own-agent.ts'

const WORKER = path.resolve(import.meta.dirname, '../spool-slow-worker.ts')

/** In a folder of its own. How much longer is said in spool-slow-worker.ts. */
export async function slowAgent(): ReturnType<typeof ownAgent> {
  const agent = await ownAgent()
  await build({
    entryPoints: [WORKER],
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

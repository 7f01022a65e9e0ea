// What relayctl makes of an inventory, started: the programs in production, which find the database and each other by haproxy.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingEngines } from '../../../scripts/tools/database-engines.ts'
import { signIn } from '../../platform/panel.ts'
import { ADMIN } from './app-machines.ts'
import { startCluster, type Cluster } from './cluster.ts'

const LIMIT_MS = 600_000
const missing = missingEngines()
let cluster: Cluster

describe.skipIf(missing !== null)('Several machines (needs root and npm run tools -- --failovers)', () => {
  beforeAll(async () => {
    cluster = await startCluster({ say: () => {}, programsAt: '127.0.0.21' })
  }, LIMIT_MS)
  afterAll(async () => {
    await cluster.relayctl('app-1', 'stop')
    await cluster.stop()
  }, LIMIT_MS)

  test(
    'all six programs get ready with what was made, haproxy hears so at Health__Host, and the first admin signs in by it',
    async () => {
      expect(await cluster.relayctl('app-1', 'start')).toContain('All are ready')
      const { tokens } = await signIn(cluster, ADMIN)
      expect(tokens.refreshToken).not.toBe('')
      expect(await cluster.relayctl('app-1', 'status')).toMatch(/^store-api +ready .*database up$/m)
      const page = await fetch(`${cluster.environment['Portal__PublicUrl'] ?? ''}/sign-in`)
      expect([page.status, page.headers.get('set-cookie')]).toEqual([
        200,
        expect.stringContaining('portal=app-1'),
      ])
      await expect(cluster.relayctl('app-1', 'rotate', 'internal-key')).rejects.toThrow(
        'Several machines have these secrets',
      )
    },
    LIMIT_MS,
  )
})

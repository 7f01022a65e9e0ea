// A store API in a process of its own, over the database at a URL, with tokens for the accounts that it is told: for what is measured
// beside it and for what kills it. Arguments: URL, how long an order that is not paid holds its pieces in ms, kill point or '', turn.
import { openDatabase } from '@pharmacy-relay/relay-server/db/database.ts'
import { MIGRATIONS_FOLDER } from '@pharmacy-relay/relay-server/store-api/database.ts'
import type { StoreSchema } from '@pharmacy-relay/relay-server/store-api/schema.ts'
import { startTestApp } from '@pharmacy-relay/relay-server/store-api/test/test-app.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { z } from 'zod'
import { KILL_POINTS, killAt, type KillPointName } from './kill-points.ts'
import { Accounts, type StoreNews } from './store-words.ts'

const [url = '', holdMs = '1200000', point = '', turn = '1'] = process.argv.slice(2)

process.on('disconnect', () => process.exit(0))
if (point !== '')
  killAt(z.enum(Object.keys(KILL_POINTS) as [KillPointName, ...KillPointName[]]).parse(point), Number(turn))

const database = await openDatabase<StoreSchema>({
  connectionString: url,
  dataFolder: '',
  name: 'store',
  migrationsFolder: MIGRATIONS_FOLDER,
  logger: silentLogger,
})
const { app, tokens } = await startTestApp(database, { shop: { currency: 'EUR', holdMs: Number(holdMs) } })

process.on('message', (message: unknown) => {
  void Promise.all(
    Accounts.parse(message).map(async ({ accountGuid, pharmacyId }) =>
      tokens.tokenFor('Customer', { claims: { sub: accountGuid, pharmacyId } }),
    ),
  ).then((made) => tell({ tokens: made }))
})
tell({ port: app.port })

function tell(news: StoreNews): void {
  process.send?.(news)
}

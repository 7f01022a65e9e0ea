// A store API in a process of its own, over the database at a URL, with tokens for the accounts that it is told: for what is measured
// beside it and for what kills it. One argument: `StoreStart` as JSON.
import { openDatabase } from '@pharmacy-relay/relay-server/db/database.ts'
import { MIGRATIONS_FOLDER } from '@pharmacy-relay/relay-server/store-api/database.ts'
import type { StoreSchema } from '@pharmacy-relay/relay-server/store-api/schema.ts'
import { startTestApp } from '@pharmacy-relay/relay-server/store-api/test/test-app.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { createHttpProvider } from '@pharmacy-relay/relay-server/store-api/shop/payments/provider/http-provider.ts'
import { providerIsAway } from '@pharmacy-relay/relay-server/store-api/shop/test/away-provider.ts'
import { z } from 'zod'
import { killAt, killPointNames } from './kill-points.ts'
import { Accounts, StoreStart, type ProviderPlace, type StoreNews } from './store-words.ts'

const PROVIDER_MS = 10_000
const start = StoreStart.parse(JSON.parse(process.argv[2] ?? ''))
const { url, holdMs } = start

process.on('disconnect', () => process.exit(0))
const ordinary = start.provider === null ? providerIsAway : providerAt(start.provider)
const paymentProvider =
  start.killAt === null
    ? ordinary
    : killAt(z.enum(killPointNames).parse(start.killAt.point), start.killAt.turn, ordinary)

const database = await openDatabase<StoreSchema>({
  connectionString: url,
  dataFolder: '',
  name: 'store',
  migrationsFolder: MIGRATIONS_FOLDER,
  logger: silentLogger,
})
const { app, tokens } = await startTestApp(database, { shop: { currency: 'EUR', holdMs }, paymentProvider })

process.on('message', (message: unknown) => {
  void Promise.all(
    Accounts.parse(message).map(async ({ accountGuid, pharmacyId }) =>
      tokens.tokenFor('Customer', { claims: { sub: accountGuid, pharmacyId } }),
    ),
  ).then((made) => tell({ tokens: made, staff: tokens.tokens.Admin }))
})
tell({ port: app.port })

function tell(news: StoreNews): void {
  process.send?.(news)
}

function providerAt({ url: at, apiKey, webhookSecret }: ProviderPlace) {
  return createHttpProvider({ url: at, apiKey, webhookSecrets: [webhookSecret], timeoutMs: PROVIDER_MS })
}

// Starts everything behind the identity API's port: database, keys, seed, app; and ends it again.
import { setTimeout as delay } from 'node:timers/promises'
import path from 'node:path'
import type { Server } from 'node:http'
import type { Express } from 'express'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { openDatabase, type Database } from '../db/database.ts'
import type { IdentitySchema } from './database-schema.ts'
import { createAddressCheck } from './address-tickets/address-check.ts'
import { deleteOldTickets } from './address-tickets/address-tickets.queries.ts'
import { createDeviceCheck } from './device-sessions/device-check.ts'
import { deleteOldAccountEvents } from './hub/account-events.queries.ts'
import { startIdentityHub, type IdentityHub } from './hub/identity-hub.ts'
import { createIdentityApp } from './identity-app.ts'
import type { Registry } from 'prom-client'
import { watchPool } from '../http/pool-metrics.ts'
import { createIdentityMetrics } from './metrics.ts'
import type { Kysely } from 'kysely'
import type { IdentityParts } from './identity-parts.ts'
import { deleteOldLinks } from './links/password-links.queries.ts'
import { deleteOldAttempts } from './lock-out/attempts.queries.ts'
import { createBackground } from './messages/background.ts'
import { createMailer } from './messages/mailer.ts'
import { deleteOldPending } from './second-factor/pending-sign-ins.queries.ts'
import { readFile } from 'node:fs/promises'
import { SettingsError } from '@pharmacy-relay/shared/env.ts'
import { privateNetwork } from '../http/private-network.ts'
import { errorCode } from '../http/error-code.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { startStaffLogDelivery, type StaffLogDelivery } from './staff-log/delivery.ts'
import type { ProviderOptions } from './sms/provider.ts'
import { smsSender, type SmsParts } from './sms/send-sms.ts'
import { openBreachedPasswords } from './passwords/breached-passwords.ts'
import { createPasswordRules } from './passwords/password-rules.ts'
import { startDueResets } from './resets/due-resets.ts'
import { deleteEndedFamilies } from './sessions/refresh-families.queries.ts'
import { readSeedFile, seedUsers } from './users/seed.ts'
import type { IdentitySettings } from './settings.ts'
import { resealAll } from './keys/reseal.ts'
import { openSigningKeys, type SigningKeys } from './keys/signing-keys.ts'

export const migrationsFolder = path.join(import.meta.dirname, 'migrations')

export interface Identity {
  readonly app: Express
  readonly hub: IdentityHub
  /** True when the database answers. */
  isReachable(): Promise<boolean>
  stop(): Promise<void>
}

interface IdentityStart {
  readonly settings: IdentitySettings
  readonly logger: Logger
  readonly registry: Registry
  /** Of the built-in PostgreSQL. */
  readonly folder: string
  /** Whose upgrades the hub takes. */
  readonly server: Server
}

const SWEEP_EVERY_MS = 3_600_000
/** For one whole call of the SMS provider. */
const SMS_TIMEOUT_MS = 15_000
/** For messages that are on their way when the program is told to stop. */
const STOP_WAITS_MS = 5_000

/** Throws an Error in words when the database cannot be had or the seed file is wrong; nothing stays behind then. */
export async function startIdentity(start: IdentityStart): Promise<Identity> {
  const { settings, logger, folder } = start
  const url = settings.ConnectionStrings__cs_identity
  const database = await openDatabase<IdentitySchema>({
    connectionString: url === '' ? null : url,
    dataFolder: folder,
    name: 'identity',
    migrationsFolder,
    logger,
  })
  watchPool(start.registry, 'identity_database_connections', () => database.poolFacts())
  try {
    return await startOver(database, start)
  } catch (error) {
    await database.stop()
    throw error
  }
}

async function startOver(
  database: Database<IdentitySchema>,
  { settings, logger, server, registry }: IdentityStart,
): Promise<Identity> {
  const { db } = database
  const now = (): Date => new Date()
  const keys = await openKeys(settings, { db, now, logger })
  await sow(db, settings, logger)
  const breached = await breachedList(settings.Identity__BreachedPasswords)
  const background = createBackground(logger)
  const metrics = createIdentityMetrics(registry)
  const sms = await smsParts(settings, { db, now, logger, metrics })
  const staffLog = staffLogOf(settings, db, logger)
  const parts: IdentityParts = {
    ...settingsParts(settings),
    ...storeChecks(settings, logger),
    db,
    keys,
    background,
    wakeStaffLog: () => staffLog.wake(),
    metrics,
    logger,
    now,
    ...messageParts(settings, sms),
    passwordRules: createPasswordRules(breached),
  }
  const hub = await hubOf(parts, { database, server, settings })
  const resets = startDueResets(parts)
  const ending = new AbortController()
  const sweeping = sweep({ database, logger, now, signal: ending.signal })
  const stop = async (): Promise<void> => {
    ending.abort()
    await Promise.all([sweeping, staffLog.stop(), resets.stop()])
    await Promise.race([background.idle(), delay(STOP_WAITS_MS, null, { ref: false })])
    await breached?.close()
    await database.stop()
  }
  return { app: createIdentityApp(parts), hub, isReachable: () => database.isReachable(), stop }
}

async function hubOf(
  parts: IdentityParts,
  given: Pick<IdentityStart, 'server' | 'settings'> & { readonly database: Database<IdentitySchema> },
): Promise<IdentityHub> {
  const { database, server, settings } = given
  const network = privateNetwork(settings.Network__Private)
  return startIdentityHub({ ...parts, database, server, network, clock: systemClock })
}

function staffLogOf(
  settings: IdentitySettings,
  db: Kysely<IdentitySchema>,
  logger: Logger,
): StaffLogDelivery {
  const { Services__Store: storeUrl, InternalApi__Key: internalKey } = settings
  return startStaffLogDelivery({ db, clock: systemClock, logger, storeUrl, internalKey })
}

function storeChecks(
  settings: IdentitySettings,
  logger: Logger,
): Pick<IdentityParts, 'checkAddress' | 'checkDevice'> {
  const { Services__Store: storeUrl, InternalApi__Key: internalKey } = settings
  const checkAddress = createAddressCheck({ storeUrl, internalKey, logger })
  return { checkAddress, checkDevice: createDeviceCheck({ storeUrl, internalKey }) }
}

async function sow(db: Kysely<IdentitySchema>, settings: IdentitySettings, logger: Logger): Promise<void> {
  const seed = settings.Identity__Seed === '' ? [] : await readSeedFile(settings.Identity__Seed)
  const made = await seedUsers(db, seed, new Date())
  if (made > 0) logger.info('users.seeded', { made })
}

function settingsParts(
  settings: IdentitySettings,
): Pick<IdentityParts, 'sealKeys' | 'serviceClients' | 'trustedProxies' | 'internalApi' | keyof RefreshKeys> {
  return {
    sealKeys: sealKeysOf(settings),
    ...refreshKeysOf(settings),
    serviceClients: settings.Identity__ServiceClients,
    trustedProxies: ['loopback', ...settings.Network__Private],
    internalApi: { key: settings.InternalApi__Key, previousKey: settings.InternalApi__PreviousKey || null },
  }
}

function sealKeysOf({
  Identity__SealKey: key,
  Identity__PreviousSealKey: previous,
}: IdentitySettings): string[] {
  return [key, previous].filter((one) => one !== '')
}

type RefreshKeys = Pick<IdentityParts, 'refreshKey' | 'tokenKeys' | 'codeKeys'>

function refreshKeysOf(settings: IdentitySettings): RefreshKeys {
  const { Identity__RefreshKey: refreshKey, Identity__PreviousRefreshKeys: earlier } = settings
  return { refreshKey, tokenKeys: [refreshKey, ...earlier.slice(0, 1)], codeKeys: [refreshKey, ...earlier] }
}

/** Sealed anew before anybody is served, so that the older key may go once this program is ready. */
async function openKeys(
  settings: IdentitySettings,
  parts: Pick<IdentityParts, 'db' | 'now' | 'logger'>,
): Promise<SigningKeys> {
  const sealKeys = sealKeysOf(settings)
  await resealAll({ ...parts, sealKeys })
  return openSigningKeys({ ...parts, sealKeys })
}

async function breachedList(file: string) {
  return file === '' ? null : openBreachedPasswords(file)
}

async function smsParts(
  settings: IdentitySettings,
  parts: Pick<SmsParts, 'db' | 'now' | 'logger' | 'metrics'>,
): Promise<SmsParts | null> {
  const provider = await smsProvider(settings)
  if (provider === null) return null
  const { refreshKey, tokenKeys } = refreshKeysOf(settings)
  return { ...parts, refreshKey, tokenKeys, provider }
}

function messageParts(settings: IdentitySettings, sms: SmsParts | null): Pick<IdentityParts, 'ways' | 'sms'> {
  const { Mail__SmtpUrl: url, Mail__From: from, Portal__PublicUrl: publicUrl } = settings
  const shopUrl = settings.Storefront__PublicUrl || null
  const mailer = url === '' ? null : createMailer({ url, from })
  return { sms, ways: { mailer, sms: sms === null ? null : smsSender(sms), publicUrl, shopUrl } }
}

/** Null without one. Throws SettingsError when the authority's file cannot be read. */
async function smsProvider(settings: IdentitySettings): Promise<ProviderOptions | null> {
  const { Sms__ProviderUrl: url, Sms__AuthorityFile: file } = settings
  if (url === '') return null
  const authority = file === '' ? null : await readFile(file, 'utf8').catch(noAuthority)
  const { Sms__User: user, Sms__Password: password, Sms__Sender: sender } = settings
  return { url, user, password, sender, authority, timeoutMs: SMS_TIMEOUT_MS }
}

function noAuthority(error: unknown): never {
  throw new SettingsError([`Sms__AuthorityFile cannot be read (${errorCode(error) ?? 'unknown reason'})`])
}

/** Removes ended sessions, links and tries at the start and every hour; one that fails is made up for by the next. */
async function sweep(parts: {
  readonly database: Database<IdentitySchema>
  readonly logger: Logger
  readonly now: () => Date
  readonly signal: AbortSignal
}): Promise<void> {
  while (!parts.signal.aborted) {
    try {
      const deleted = await sweepOnce(parts.database.db, parts.now())
      if (deleted > 0) parts.logger.info('sessions.swept', { deleted })
    } catch (error) {
      parts.logger.error('sessions.not-swept', error)
    }
    await delay(SWEEP_EVERY_MS, null, { signal: parts.signal, ref: false }).catch(() => {})
  }
}

async function sweepOnce(db: Kysely<IdentitySchema>, now: Date): Promise<number> {
  const families = await deleteEndedFamilies(db, now)
  const pending = (await deleteOldPending(db, now)) + (await deleteOldTickets(db, now))
  const events = await deleteOldAccountEvents(db)
  const others = (await deleteOldLinks(db, now)) + (await deleteOldAttempts(db, now))
  return families + pending + events + others
}

// What takes part in dispensing: workplaces (a computer with a pharmacist), scanners, and which scanner speaks for which workplace.
//
//   workplace ── POST device-pairs/codes ─▶ eight letters on its screen, 2 minutes, once
//   scanner ── POST device-pairs with the code ─▶ a token of its own
//   scanner ── POST scans ─▶ API ─▶ GET devices/self/scans, which the workplace's agent asks again and again
//   scanner ── DELETE scanners/self ─▶ forgotten, by itself
import { z } from 'zod'
import { Id, IdText, Instant, lineOfText } from '../../ids.ts'
import { PairingCode } from '../../pairing.ts'
import { growing } from '../../wire.ts'
import { endpoint, type EndpointTable } from '../endpoint.ts'
import { Scan } from './drugs.ts'

export const PAIR_CODE_MS = 2 * 60_000
/** Of one pharmacy. */
export const MAX_DEVICES = 200
/** Longest that a question for the next scan waits, in ms. */
export const MAX_SCAN_WAIT_MS = 20_000

/** Of a workplace or a scanner. */
export const DeviceName = lineOfText(60)
export const ScannerToken = z.string().regex(/^[\w-]{43}$/)
const ScanId = z.int().min(0)

export const DispensingDevice = z
  .strictObject({
    id: Id,
    kind: growing(z.enum(['workplace', 'scanner']), 'scanner'),
    name: DeviceName,
    /** The computer that asks. */
    isSelf: z.boolean(),
    createdAt: Instant,
    /** A workplace: when it was there last; a scanner: when it scanned last. */
    seenAt: Instant.nullable(),
    /** Of a scanner that is paired. */
    pair: z.strictObject({ id: Id, workplaceId: Id, pairedAt: Instant }).nullable(),
  })
  .meta({ id: 'DispensingDevice' })
export type DispensingDevice = z.infer<typeof DispensingDevice>

const waitText = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a number of milliseconds')
  .transform(Number)
  .pipe(z.int().min(0).max(MAX_SCAN_WAIT_MS))

const scanIdText = z
  .string()
  .regex(/^\d{1,15}$/, 'must be the id of a scan')
  .transform(Number)

/** Part of `pharmacyApi`. The pharmacy and the computer are the token's. */
export const pharmacyDevicesApi = {
  putOwnDevice: endpoint({
    method: 'PUT',
    path: '/api/v1/devices/self',
    summary: 'This computer takes part in dispensing, under this name',
    access: ['Pharmacist'],
    body: z.strictObject({ name: DeviceName }),
    reply: { status: 200, schema: DispensingDevice },
    refusals: ['state_conflict'],
  }),
  listDevices: endpoint({
    method: 'GET',
    path: '/api/v1/devices',
    summary: 'Workplaces and scanners of the own pharmacy, with the open pair of each scanner',
    access: ['Pharmacist'],
    reply: { status: 200, schema: z.strictObject({ items: z.array(DispensingDevice).max(MAX_DEVICES) }) },
  }),
  removeDevice: endpoint({
    method: 'DELETE',
    path: '/api/v1/devices/{deviceId}',
    summary: 'Remove a workplace or a scanner; a scanner’s token is worth nothing from then on',
    access: ['Pharmacist'],
    params: z.strictObject({ deviceId: IdText }),
    reply: { status: 204, schema: null },
    refusals: ['not_found'],
  }),
  makeDevicePairCode: endpoint({
    method: 'POST',
    path: '/api/v1/device-pairs/codes',
    summary: 'A code that pairs one scanner with this computer, for 2 minutes; the one before ends',
    access: ['Pharmacist'],
    reply: { status: 201, schema: z.strictObject({ code: PairingCode, expiresAt: Instant }) },
    refusals: ['state_conflict'],
  }),
  pairScanner: endpoint({
    method: 'POST',
    path: '/api/v1/device-pairs',
    summary:
      'A scanner brings the code and gets a token; with the token that it had, that one and its pair end, at whichever pharmacy',
    access: 'public',
    body: z.strictObject({ code: PairingCode, name: DeviceName, token: ScannerToken.nullable() }),
    reply: {
      status: 201,
      schema: z.strictObject({ token: ScannerToken, pairId: Id, workplace: DeviceName }),
    },
    refusals: ['not_found', 'rate_limited', 'state_conflict'],
  }),
  endDevicePair: endpoint({
    method: 'DELETE',
    path: '/api/v1/device-pairs/{pairId}',
    summary: 'That scanner speaks for no workplace any more',
    access: ['Pharmacist'],
    params: z.strictObject({ pairId: IdText }),
    reply: { status: 204, schema: null },
    refusals: ['not_found'],
  }),
  postScan: endpoint({
    method: 'POST',
    path: '/api/v1/scans',
    summary:
      'What a scanner read goes to its workplace; answered when that has it. device_offline: nobody is signed in there',
    access: 'scanner',
    body: Scan,
    maxBodyBytes: 2_048,
    reply: { status: 200, schema: z.strictObject({ taken: z.literal(true) }) },
    refusals: ['device_offline', 'state_conflict'],
  }),
  forgetScanner: endpoint({
    method: 'DELETE',
    path: '/api/v1/scanners/self',
    summary: 'The scanner goes, with its pair; its token is worth nothing from then on',
    access: 'scanner',
    reply: { status: 204, schema: null },
  }),
  nextScan: endpoint({
    method: 'GET',
    path: '/api/v1/devices/self/scans',
    summary:
      'The next scan for this computer, or null after the wait. `after`: the last one that it has, which takes it off the list',
    access: ['Pharmacist'],
    query: z.strictObject({
      after: scanIdText.default(0),
      waitMs: waitText.default(MAX_SCAN_WAIT_MS),
    }),
    reply: {
      status: 200,
      schema: z.strictObject({
        scan: z.strictObject({ id: ScanId, text: Scan.shape.scan, scanner: DeviceName }).nullable(),
      }),
    },
    refusals: ['state_conflict'],
  }),
} as const satisfies EndpointTable

// The endpoints of workplaces, scanners and their pairs.
import type { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import { inTenant } from '../tenants/tenant-transaction.queries.ts'
import { tenantOf } from '../tenants/tenant.ts'
import { closePair, deleteDevice, listedDevices, putWorkplace, workplaceOf } from './devices.queries.ts'
import { requireRoom } from './device-room.ts'
import { computerOf, ownWorkplace } from './own-workplace.ts'
import { forgetScanner, makeCode, pairScanner, type PairingParts } from './pairing.ts'
import { scanHandlers, type ScanDeskParts } from './scan-desk.ts'

type Handlers = Pick<
  EndpointHandlers<typeof pharmacyApi>,
  | 'putOwnDevice'
  | 'listDevices'
  | 'removeDevice'
  | 'makeDevicePairCode'
  | 'pairScanner'
  | 'endDevicePair'
  | 'forgetScanner'
  | 'postScan'
  | 'nextScan'
>

export function deviceHandlers(parts: PairingParts & ScanDeskParts): Handlers {
  const { db } = parts
  return {
    ...scanHandlers(parts),
    putOwnDevice: async (request) => {
      const { pharmacyId, deviceKey } = computerOf(request)
      const { name } = request.body
      return inTenant(db, pharmacyId, async (trx) => {
        if ((await workplaceOf(trx, deviceKey)) === null) await requireRoom(trx)
        const id = await putWorkplace(trx, { pharmacyId, deviceKey, name })
        const own = (await listedDevices(trx, deviceKey)).find((device) => device.id === id)
        if (own === undefined) throw new Error('a workplace that was put is not there')
        return own
      })
    },
    listDevices: async (request) => {
      const { pharmacyId, deviceKey } = tenantOf(request)
      return { items: await inTenant(db, pharmacyId, (trx) => listedDevices(trx, deviceKey)) }
    },
    removeDevice: async (request) => {
      const { pharmacyId } = tenantOf(request)
      const { deviceId } = request.params
      if (!(await inTenant(db, pharmacyId, (trx) => deleteDevice(trx, deviceId))))
        throw new ProblemError('not_found', 'There is no such device in this pharmacy')
      return null
    },
    makeDevicePairCode: async (request) => makeCode(parts, await ownWorkplace(db, request)),
    forgetScanner: ({ caller }) => forgetScanner(db, caller),
    pairScanner: ({ body, clientAddress }) => pairScanner(parts, { ...body, clientAddress }),
    endDevicePair: async (request) => {
      const { pharmacyId } = tenantOf(request)
      const { pairId } = request.params
      if (!(await inTenant(db, pharmacyId, (trx) => closePair(trx, pairId))))
        throw new ProblemError('not_found', 'There is no such pair in this pharmacy')
      return null
    },
  }
}

// Test support: what others do while somebody shops: staff send an order and give money back, a computer has a printer.
import { randomUUID } from 'node:crypto'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { ShopScene } from './storefront-scene.ts'

/** As staff do in the panel. */
export async function sendOrder({ site }: ShopScene, number: string): Promise<void> {
  const params = { number }
  const { version } = await site().call(storeApi.getPanelOrder, { params })
  const body = { carrier: 'Post', trackingNumber: '00340' }
  await site().call(storeApi.shipOrder, { params, body }, { version })
}

/** As staff do in the panel. */
export async function refundSome({ site }: ShopScene, number: string): Promise<void> {
  const params = { number }
  const { version } = await site().call(storeApi.getPanelOrder, { params })
  const body = { amountMinor: 500, reason: 'One box was open' }
  await site().call(storeApi.refundOrder, { params, body }, { version, idempotencyKey: randomUUID() })
}

/** A computer of the pharmacy reports the printer, and has it to print with. */
export async function assignPrinter(
  { store }: ShopScene,
  customerId: number,
  { pcName, printerName }: { readonly pcName: string; readonly printerName: string },
): Promise<void> {
  const { db } = store
  const computer = await db
    .insertInto('RelayComputers')
    .values({
      customerId,
      pcName,
      username: 'till',
      installId: randomUUID(),
      localIpAddress: '192.168.1.10',
      softwareVersion: '1.0.0',
      deviceKey: '1'.padStart(64, '0'),
      reportedPrinters: JSON.stringify([{ id: printerName, name: 'Labels', detail: '' }]),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const used = { customerId, printerComputerId: computer.id, printerName, tcpPort: 9100 }
  await db.insertInto('PrinterConfigs').values(used).execute()
}

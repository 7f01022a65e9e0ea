// What the table of models does at plugged-in printers: who is asked in which language, and who never, whatever it printed.
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, test } from 'vitest'
import { hasPseudoTerminals, serialCable, serialPeer } from '../printers/device/test/test-cable.ts'
import { usbPorts, type PluggedPrinter } from '../printers/device/test/usb-ports.ts'
import { createUsbPrinters, USB_LIMITS } from '../printers/device/usb.ts'
import { createPrinters } from '../printers/printers.ts'
import type { Label } from '../spool/rules/route.ts'
import { brotherStatus } from '../status/brother-status.ts'
import { PrinterTalk } from './printer-talk.ts'

const DYMO: Pick<PluggedPrinter, 'ieee1284Id' | 'usbId'> = {
  usbId: ['0922', '0020'],
  ieee1284Id:
    'MFG:DYMO;CMD: ;MDL:LabelWriter 450;CLASS:PRINTER;DESCRIPTION:DYMO LabelWriter 450;SERN:01010112345600;',
}
const BROTHER: Pick<PluggedPrinter, 'ieee1284Id' | 'usbId'> = {
  usbId: ['04f9', '209d'],
  ieee1284Id: 'MFG:Brother;CMD:PT-CBP;MDL:QL-820NWB;CLS:PRINTER;',
}

function talkAt({ sysRoot, devRoot }: { readonly sysRoot: string; readonly devRoot: string }) {
  const queueDevices = async () => Promise.resolve([])
  const usb = createUsbPrinters({ sysRoot, devRoot, queueDevices, clock: systemClock, limits: USB_LIMITS })
  const printers = createPrinters({ backends: [usb], clock: systemClock, logger: silentLogger })
  return { printers, talk: new PrinterTalk({ printers, clock: systemClock, onReading: () => undefined }) }
}

function labelOf(payload: Uint8Array): Label {
  const { signal } = new AbortController()
  return { payload, title: 'label', language: 'zpl', isComplete: true, copies: 1, odometer: null, signal }
}

test.skipIf(!hasPseudoTerminals)(
  'A Brother is asked in its own language, and says that its roll is empty (Linux)',
  async () => {
    const [ports, cable] = [usbPorts(), await serialCable()]
    const answer = Buffer.alloc(32)
    answer.set([0x80, 0x20, 0x42, 0x34])
    answer[8] = 0x01
    const peer = serialPeer(cable, (end) => end.say(answer))
    ports.plug({ node: 'lp0', port: '1-1', serial: 'B1', device: cable.port, ...BROTHER })
    const { printers, talk } = talkAt(ports)
    const [found] = await printers.list()
    expect(found).toMatchObject({ id: 'usb:04f9:209d:B1', name: 'Brother QL-820NWB' })
    expect(await talk.ask(found?.id ?? '')).toMatchObject({
      kind: 'reading',
      reading: { language: 'brother', model: 'Brother QL', conditions: ['paper_out'] },
    })
    expect(peer.bytes()).toEqual(Buffer.from(brotherStatus.question))
  },
)

test.skipIf(!hasPseudoTerminals)(
  'A DYMO gets the bytes of its labels and no question, whatever the labels are (Linux)',
  async () => {
    const [ports, cable] = [usbPorts(), await serialCable()]
    const peer = serialPeer(cable)
    ports.plug({ node: 'lp0', port: '1-1', serial: 'D1', device: cable.port, ...DYMO })
    const { printers, talk } = talkAt(ports)
    const [found] = await printers.list()
    const id = found?.id ?? ''
    const label = Buffer.from('^XA^FO9,9^FDx^FS^XZ')
    for (const _time of [1, 2, 3]) expect(await talk.print(id, labelOf(label))).toMatchObject({ ok: true })
    expect([talk.canLook(id), await talk.ask(id)]).toEqual([false, null])
    const sent = Buffer.concat([Buffer.from('~JX'), label, label, label])
    await until('the labels', () => peer.bytes().length >= sent.length)
    expect(peer.bytes()).toEqual(sent)
  },
)

test('DYMOs, whose ids all name one serial number, are told apart by that of their USB descriptor', async () => {
  const ports = usbPorts()
  for (const [n, serial] of ['15040100001', '15040100002', null].entries())
    ports.plug({ node: `lp${n}`, port: `1-${n + 1}`, serial, device: '/nowhere', ...DYMO })
  const list = await talkAt(ports).printers.list()
  expect(list.map(({ id, detail }) => [id, detail])).toEqual([
    ['usb:0922:0020:15040100001', ''],
    ['usb:0922:0020:15040100002', ''],
    ['usb:0922:0020', ''],
  ])
})

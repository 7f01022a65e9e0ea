// The worker thread that turns ZPL into a PNG, so that drawing never holds up the printer.
import { parentPort } from 'node:worker_threads'
import { z } from 'zod'
import { ready } from 'zpl-renderer-js'

const Order = z.strictObject({
  id: z.int(),
  zpl: z.string(),
  widthMm: z.number(),
  heightMm: z.number(),
  dotsPerMm: z.number(),
})

async function draw(message: unknown): Promise<void> {
  const { id, zpl, widthMm, heightMm, dotsPerMm } = Order.parse(message)
  try {
    const { api } = await ready
    const pictures = await api.zplToBase64MultipleAsync(zpl, widthMm, heightMm, dotsPerMm)
    parentPort?.postMessage({ id, png: Buffer.from(pictures[0] ?? '', 'base64') })
  } catch (error) {
    parentPort?.postMessage({ id, fault: error instanceof Error ? error.message : String(error) })
  }
}

await ready
// Loading the renderer takes seconds on a slow computer; it is not the label that does.
parentPort?.postMessage({ isReady: true })
parentPort?.on('message', (message: unknown) => void draw(message))

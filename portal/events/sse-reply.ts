// An HTTP reply that stays open as an event stream.
import type { Response } from 'express'
import type { SseSink } from './sse.ts'

/** Sends the head at once, so that the browser knows the stream is open. */
export function openSseReply(response: Response): SseSink {
  response.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    // A proxy in front must not hold the events back.
    'X-Accel-Buffering': 'no',
  })
  response.flushHeaders()
  return {
    write: (text) => void response.write(text),
    bufferedBytes: () => response.writableLength + (response.socket?.writableLength ?? 0),
    end: () => void response.end(),
    cut: () => void response.destroy(),
    onClosed: (listener) => void response.once('close', listener),
  }
}

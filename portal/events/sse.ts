// Server-sent events as text, and what a stream needs of the reply it writes to.

export type StreamEvent = 'relay' | 'resync' | 'beat' | 'stale' | 'signed-out'

/** What the events say: the newest event id, and which pharmacies changed. */
export interface News {
  readonly lastEventId: number
  readonly customerIds: readonly number[]
}

/** What every beat says of the portal itself. */
export interface Beat {
  readonly isNatsAway: boolean
}

export interface SseSink {
  write(text: string): void
  /** Bytes that wait because the reader does not keep up. */
  bufferedBytes(): number
  /** Completes the reply. */
  end(): void
  /** Cuts the connection. */
  cut(): void
  onClosed(listener: () => void): void
}

/** One event. The id of news goes out with it, so that a browser that comes back says where it was. */
export function sseText(event: StreamEvent, data: News | Beat | null): string {
  const id = data !== null && 'lastEventId' in data ? `id: ${data.lastEventId}\n` : ''
  return `${id}event: ${event}\ndata: ${JSON.stringify(data ?? {})}\n\n`
}

// Shows or hides the words that NATS is away; they stand on the page already.

export function showNatsAway(isAway: boolean): void {
  document.querySelector('#nats-away > .notice')?.toggleAttribute('hidden', !isAway)
}

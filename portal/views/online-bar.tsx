// A small bar whose length shows how many computers are online; the words stand beside it.

interface OnlineBarProps {
  readonly online: number
  readonly all: number
}

const WIDTH = 48

export function OnlineBar({ online, all }: OnlineBarProps) {
  const share = all === 0 ? 0 : Math.min(1, online / all)
  return (
    <svg
      class={`online-bar ${mood(online, all)}`}
      viewBox={`0 0 ${WIDTH} 6`}
      width={WIDTH}
      height="6"
      aria-hidden="true"
    >
      <rect class="online-bar-all" width={WIDTH} height="6" rx="3" />
      {share > 0 && (
        <rect class="online-bar-online" width={Math.max(6, Math.round(WIDTH * share))} height="6" rx="3" />
      )}
    </svg>
  )
}

function mood(online: number, all: number): 'is-empty' | 'is-off' | 'is-part' | 'is-full' {
  if (all === 0) return 'is-empty'
  if (online === 0) return 'is-off'
  return online < all ? 'is-part' : 'is-full'
}

/** A word of welcome that fits the hour. */
export function Greeting({ username }: { username: string }) {
  return (
    <span className="block truncate font-serif text-sm max-[18rem]:hidden">
      {salutation(new Date().getHours())}, <span className="font-semibold">{username}</span>
    </span>
  )
}

function salutation(hour: number): string {
  if (hour < 5) return 'Good night'
  if (hour < 12) return 'Good morning'
  if (hour < 18) return 'Good afternoon'
  return 'Good evening'
}

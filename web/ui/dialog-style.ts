export const BACKDROP_CLASSES =
  'fixed inset-0 z-30 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0'

/** A sheet at the bottom of a phone, a centred card from 640 px on. */
export const SHEET_CLASSES =
  'fixed inset-x-0 bottom-0 z-30 flex max-h-[92dvh] flex-col overflow-hidden rounded-t-dialog bg-surface-raised pb-safe text-ink shadow-floating outline-none transition duration-200 ease-soft data-ending-style:translate-y-8 data-ending-style:opacity-0 data-starting-style:translate-y-8 data-starting-style:opacity-0 sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[85dvh] sm:w-[calc(100%-2rem)] sm:rounded-dialog sm:data-ending-style:translate-y-2 sm:data-starting-style:translate-y-2'

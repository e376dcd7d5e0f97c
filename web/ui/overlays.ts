export { ConfirmOverlay } from './confirm-overlay.tsx'
export { DialogOverlay } from './dialog-overlay.tsx'
export { MenuOverlay } from './menu-overlay.tsx'
export { PopoverOverlay } from './popover-overlay.tsx'

/** Apart from the other overlays, since their own buttons have one. */
export const loadTooltip = () => import('./tooltip-overlay.tsx')

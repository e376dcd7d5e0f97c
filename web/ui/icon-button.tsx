import { type IconButtonProps, LightIconButton } from './light-icon-button.tsx'
import { Tooltip } from './tooltip.tsx'

/** A round button with only an icon, and a tooltip that shows on keyboard focus, too. */
export function IconButton(props: IconButtonProps) {
  return (
    <Tooltip text={props.label}>
      <LightIconButton {...props} title={undefined} />
    </Tooltip>
  )
}

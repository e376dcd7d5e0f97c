#!/bin/bash
# shellcheck disable=SC2034,SC2154

# Of YunoHost's own settings: the domain by which this machine sends mail.
main_domain=$(cat /etc/yunohost/current_host)

# Beside the one that serves.
lay_release() {
  ynh_setup_source --dest_dir="$install_dir/release.next" --full_replace
  chown -R root:"$app" "$install_dir"
  chmod -R u=rwX,g=rX,o= "$install_dir"
}

switch_release() {
  if [ -d "$install_dir/release" ]; then
    ynh_safe_rm "$install_dir/release"
  fi
  mv "$install_dir/release.next" "$install_dir/release"
}

# A restore puts another folder in the place of the data, so the one above it is the user's as well.
lay_data() {
  install --directory --mode=0700 --owner="$app" --group="$app" "$data_dir" "$data_dir/data"
}

# As the user of the server, with its settings: only Snug itself reads the file, so that no shell takes
# a character in it for its own.
run_snug() {
  runuser --user "$app" -- env SNUG_SETTINGS="$install_dir/settings.env" "$install_dir/release/snug" "$@"
}

lay_settings() {
  # It stands in an address.
  mail_password=$(jq --null-input --raw-output --arg text "$mail_pwd" '$text | @uri')
  ynh_config_add --template="settings.env" --destination="$install_dir/settings.env"
  chown root:"$app" "$install_dir/settings.env"
  chmod 0640 "$install_dir/settings.env"
  ynh_config_add_systemd
  ynh_config_add_nginx
  yunohost service add "$app" --description="Snug"
}

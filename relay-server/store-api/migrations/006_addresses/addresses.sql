-- One household or office: an IPv4 address, or the /64 of an IPv6 address (http/address-keys.ts says the same of others).
create function relay_address_key(address text) returns text language sql immutable strict parallel safe as $$
  select case family(address::inet) when 4 then host(address::inet)
    else host(network(set_masklen(address::inet, 64))) end
$$;

create index "RelaySessions_address" on "RelaySessions" (relay_address_key("remoteIp"), "customerId");

/**
 * The events `e` that `caller` may see: all of the account, or for a restricted user their own and those on what they
 * have a grant on (D-136).
 */
export const VISIBLE_EVENT = `(NOT caller.restricted OR caller.account_access IS NOT NULL OR e.user_id = caller.user_id
  OR EXISTS (SELECT FROM grants g WHERE g.user_id = caller.user_id AND e.granted_id = CASE e.granted_kind
    WHEN 'vpc' THEN g.vpc_id WHEN 'domain' THEN g.domain_id WHEN 'image' THEN g.image_id
    WHEN 'instance' THEN g.instance_id END)
  OR e.action = 'disk_imagize' AND EXISTS (SELECT FROM grants g
    WHERE g.user_id = caller.user_id AND g.image_id = (e.secondary_entity->>'id')::bigint))`;

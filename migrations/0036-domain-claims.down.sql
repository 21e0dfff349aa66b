DROP TABLE domain_claims;

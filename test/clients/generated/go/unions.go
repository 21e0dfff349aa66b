package cloudaccount

// This release of the generator writes no types for unions, and uses these names for them.
type (
	OneOfintegerstring                 interface{}
	OneOfarraystring                   interface{}
	OneOfobjectobjectobjectobject      interface{}
	AnyOfRecordResponseobject          interface{}
	AnyOfLastLoginResponseobject       interface{}
	AnyOfEntityReferenceResponseobject interface{}
	AnyOfAccessEntityResponseobject    interface{}
	AnyOfReferralsRequestobject        interface{}
	AnyOfInterfaceIpv4Requestobject    interface{}
	AnyOfGlobalGrantsRequestobject     interface{}
)

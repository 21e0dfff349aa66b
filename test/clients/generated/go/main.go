// Manages VPCs, a domain and its records by the generated client, and prints what it sees as JSON.
package main

import (
	"cloudaccount"
	"context"
	"encoding/json"
	"errors"
	"os"
)

type refusal struct {
	Status int
	Field  string
}

func main() {
	configuration := cloudaccount.NewConfiguration()
	configuration.Servers = cloudaccount.ServerConfigurations{{URL: os.Getenv("SERVICE_URL")}}
	client := cloudaccount.NewAPIClient(configuration)
	caller := context.WithValue(context.Background(), cloudaccount.ContextAccessToken, os.Getenv("SERVICE_TOKEN"))

	create := cloudaccount.NewCreateVpcRequest("servers", "us-east")
	create.SetDescription("Servers")
	vpc, _, err := client.VPCsApi.VpcCreate(caller).CreateVpcRequest(*create).Execute()
	check(err)
	vpcs, _, err := client.VPCsApi.VpcList(caller).PageSize(25).Execute()
	check(err)

	domain := cloudaccount.NewCreateDomainRequest("go.example.com", "master")
	domain.SetSoaEmail("admin@example.com")
	made, _, err := client.DomainsApi.DomainCreate(caller).CreateDomainRequest(*domain).Execute()
	check(err)
	mx := cloudaccount.NewCreateRecordRequest("MX", "mx.example.com")
	mx.SetPriority(20)
	record, _, err := client.DomainsApi.DomainRecordCreate(caller, made.Id).CreateRecordRequest(*mx).Execute()
	check(err)

	_, response, err := client.DomainsApi.DomainCreate(caller).CreateDomainRequest(*domain).Execute()
	var failure cloudaccount.GenericOpenAPIError
	if !errors.As(err, &failure) {
		panic("the second domain of this name was not refused")
	}
	refused := failure.Model().(cloudaccount.Errors)

	check(json.NewEncoder(os.Stdout).Encode(map[string]interface{}{
		"vpc":     []interface{}{vpc.Label, vpc.Description},
		"vpcs":    []interface{}{len(vpcs.Data), vpcs.Data[0].Label, vpcs.Results},
		"record":  []interface{}{record.Type, record.Target, record.Priority, record.Service.Get()},
		"refused": refusal{response.StatusCode, refused.Errors[0].Field},
	}))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

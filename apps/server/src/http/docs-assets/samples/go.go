package main

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

func main() {
	file, _ := os.ReadFile(os.Getenv("KEY_FILE"))
	block, _ := pem.Decode(file)
	parsed, _ := x509.ParsePKCS8PrivateKey(block.Bytes)
	appID, path, body := os.Getenv("APP_ID"), "/open/v1/events/test", `{"topic":"payout.completed"}`
	random := make([]byte, 16)
	rand.Read(random)
	nonce := hex.EncodeToString(random)
	timestamp, requestID := fmt.Sprint(time.Now().Unix()), "req-"+nonce
	bodyHash := sha256.Sum256([]byte(body))
	text := strings.Join([]string{"coralhub-1", appID, "POST", path,
		hex.EncodeToString(bodyHash[:]), timestamp, nonce, requestID}, "\n")
	digest := sha256.Sum256([]byte(text))
	signature, _ := rsa.SignPKCS1v15(rand.Reader, parsed.(*rsa.PrivateKey), crypto.SHA256, digest[:])
	request, _ := http.NewRequest("POST", os.Getenv("BASE")+path, strings.NewReader(body))
	for name, value := range map[string]string{
		"Content-Type": "application/json", "X-App-Id": appID, "X-Timestamp": timestamp, "X-Nonce": nonce,
		"X-Request-Id": requestID, "X-Signature": base64.StdEncoding.EncodeToString(signature),
	} {
		request.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	answer, _ := io.ReadAll(response.Body)
	fmt.Println(string(answer))
}
